/**
 * What only the system can tell of user and machine, apart because it is seldom asked: to load node:os takes half a millisecond of a start.
 * Asked by paths.ts and the lock.
 */
export { homedir as homeOfUser, hostname as nameOfMachine } from 'node:os';
