/** An error as the server describes it (RFC 9457). */
export interface Problem {
  /** URL of the page that explains this type of problem. */
  type: string
  title: string
  status: number
  /** An explanation for people, in one or two sentences. */
  detail: string
  /** Error key for programs to compare; empty if the answer came not from the server but, for example, from a proxy. */
  key: string
  /** Present only if the status is 500 or above. */
  requestId?: string
  /** Each invalid field, with what is wrong with it. */
  errors?: { pointer: string; detail: string }[]
}

/** The server refused a call. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail || problem.title)
    this.problem = problem
  }
}

/** No answer arrived: the connection failed or timed out. The server may have processed the call, so repeat it with the same `idempotencyKey`. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}
