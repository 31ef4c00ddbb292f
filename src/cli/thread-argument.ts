/**
 * The first argument that tells this program to run as a thread of the picker. It holds a character that no shell can pass.
 */
export const THREAD_ARGUMENT = '\0pick';

/** The same for the engine of the MCP server. */
export const ENGINE_THREAD_ARGUMENT = '\0mcp';
