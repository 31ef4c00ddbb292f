/**
 * First argument by which this program knows that it is a thread of the picker: holds what no shell can pass.
 */
export const THREAD_ARGUMENT = '\0pick';

/** The same for the engine of the MCP server. */
export const ENGINE_THREAD_ARGUMENT = '\0mcp';
