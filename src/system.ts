/**
 * What only the system can tell about user and machine. Kept apart because it is seldom needed and loading node:os takes half a
 * millisecond of a start. Used by paths.ts and the lock.
 */
export { homedir as homeOfUser, hostname as nameOfMachine } from 'node:os';
