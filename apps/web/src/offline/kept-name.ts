/** The store of kept answers: deleted whole when the session ends. */
export const KEPT_DATABASE = 'seriatim-kept'
