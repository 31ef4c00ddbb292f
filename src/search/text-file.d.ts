/**
 * What the bundler makes of an import of plain text.
 */
declare module '*.txt' {
  const text: string;
  export default text;
}
