import { clearSession } from '../../../api/session/session.ts'

/** Back to step 1: the half-made session is forgotten here and runs out by itself on the server. */
export function returnToPassword(): void {
  clearSession()
}
