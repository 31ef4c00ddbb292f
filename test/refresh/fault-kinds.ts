/**
 * The table of what can go wrong at an operation of the index folder.
 */
import { OPERATIONS } from './fault-disk.ts';
import type { Disk, Fault, Operation, Step } from './fault-disk.ts';

export interface FaultKind {
  readonly name: string;
  /** What it can befall. */
  readonly operations: readonly Operation[];
  /** It stays so until the process ends. */
  readonly lasts?: boolean;
  /** A file that the manifest names, or the manifest, may be left damaged: a reader has to notice. */
  readonly harms?: boolean;
  /** A search that meets it finds the index damaged. */
  readonly breaksReads?: boolean;
  /** The command may fail although there is an index. */
  readonly isFatal?: boolean;
  readonly fault: Fault;
}

/** What another process may do in the middle of a command. */
export interface Others {
  /** Searches, and checks the answer. */
  search(disk: Disk): void;
  /** Brings the index up to date; takesOver: takes the lock from its holder, which seems dead. */
  refresh(disk: Disk, takesOver: boolean): void;
}

const CHANGES: readonly Operation[] = ['write', 'remove', 'lock'];
const READS: readonly Operation[] = ['list', 'open', 'read'];
const FALLIBLE: readonly Operation[] = [...READS, ...CHANGES];

function fails(code: string): Fault {
  return ({ operation, name }) => {
    throw Object.assign(new Error(`${code}: ${operation} ${name}`), { code, syscall: operation });
  };
}

/** An error after what was done. */
function after(act: (step: Step) => void, fault: Fault): Fault {
  return (step) => {
    act(step);
    return fault(step);
  };
}

const dies: Fault = ({ die }) => die();

export function faultKinds(others: Others): FaultKind[] {
  return [
    { name: 'an I/O error', operations: FALLIBLE, breaksReads: true, fault: fails('EIO') },
    { name: 'nothing may be written', operations: CHANGES, lasts: true, fault: fails('EACCES') },
    { name: 'nothing may be read', operations: READS, lasts: true, isFatal: true, breaksReads: true, fault: fails('EACCES') },
    { name: 'nothing may be read or written', operations: FALLIBLE, lasts: true, isFatal: true, breaksReads: true, fault: fails('EACCES') },
    { name: 'a full disk', operations: ['write', 'lock'], lasts: true, fault: fails('ENOSPC') },
    { name: 'the file is gone', operations: ['open'], breaksReads: true, fault: fails('ENOENT') },
    { name: 'half written aside, then an error', operations: ['write'], fault: after(({ writeHalf }) => writeHalf('aside'), fails('EIO')) },
    { name: 'half written in place, then an error', operations: ['write'], harms: true, fault: after(({ writeHalf }) => writeHalf('in place'), fails('EIO')) },
    { name: 'the tail is lost, and no word of it', operations: ['write'], harms: true, fault: ({ writeHalf }) => writeHalf('in place') },
    { name: 'done, and then an error', operations: CHANGES, fault: after(({ act }) => act(), fails('EIO')) },
    { name: 'killed before', operations: OPERATIONS, fault: dies },
    { name: 'killed after', operations: OPERATIONS, fault: after(({ act }) => act(), dies) },
    { name: 'killed, half written aside', operations: ['write'], fault: after(({ writeHalf }) => writeHalf('aside'), dies) },
    { name: 'killed, half written in place', operations: ['write'], harms: true, fault: after(({ writeHalf }) => writeHalf('in place'), dies) },
    { name: 'a power cut', operations: OPERATIONS, fault: after(({ disk }) => disk.cutPower(), dies) },
    { name: 'a power cut after', operations: CHANGES, fault: after(({ act, disk }) => (act(), disk.cutPower()), dies) },
    { name: 'a search meanwhile', operations: CHANGES, fault: (step) => (others.search(step.disk), step.act()) },
    { name: 'a refresh meanwhile', operations: OPERATIONS, fault: (step) => (others.refresh(step.disk, false), step.act()) },
    // Between the last look at the lock and the commit this does harm, and readers notice.
    { name: 'a refresh that takes the lock over', operations: OPERATIONS, harms: true, fault: (step) => (others.refresh(step.disk, true), step.act()) },
  ];
}
