/**
 * Families: sessions that copied from one another, forks or resumed ones. Pure.
 */

/** Sets of sessions that grow together. */
export interface Families {
  join(a: number, b: number): void;
  /** By session, the number of its family: that of one of its sessions. */
  numbers(): Int32Array;
}

/** Each session is a family of its own. Source: Tarjan and van Leeuwen 1984, union-find with path halving. */
export function createFamilies(count: number): Families {
  const parents = Int32Array.from({ length: count }, (_, session) => session);
  const first = (session: number): number => {
    while (parents[session] !== session) session = parents[session] = parents[parents[session]];
    return session;
  };
  return {
    join: (a, b) => {
      parents[first(a)] = first(b);
    },
    numbers: () => parents.map((_, session) => first(session)),
  };
}
