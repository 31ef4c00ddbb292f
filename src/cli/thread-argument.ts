/**
 * First argument by which this program knows that it is a thread of the picker: holds what no shell can pass.
 */
export const THREAD_ARGUMENT = '\0pick';
