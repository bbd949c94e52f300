/** Database of cached answers, deleted when the session ends. */
export const CACHE_DATABASE = 'seriatim-kept'
