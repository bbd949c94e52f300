/** The store of kept answers: deleted whole when the session ends. */
export const CACHE_DATABASE = 'seriatim-kept'
