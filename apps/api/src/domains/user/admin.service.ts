/** Who is told of what concerns a location. */
export { type Admin, listAdmins as readAdmins } from './admin.queries.ts'
