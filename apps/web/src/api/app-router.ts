/** All that the web knows of the server: the types of its calls. */
export type { AppRouter } from '@seriatim/api/router'
