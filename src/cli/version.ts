/**
 * The version, once for all surfaces. A test keeps it equal to package.json: reading that file at
 * run time would cost a start and would not survive bundling.
 */
export const VERSION = '1.5.0';
