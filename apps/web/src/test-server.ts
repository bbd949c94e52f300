import { type Mock, vi } from 'vitest'

/**
 * Fake server for web tests, in place of the network; the real tRPC client talks to it in tRPC's own format. It is stored on the global object, so
 * that a test that reloads all modules still finds the same one.
 */
type Answer = Mock<(input: unknown) => unknown>
const home = globalThis as { testAnswers?: Map<string, Answer> } // our own property on the global object
const answers = home.testAnswers ?? new Map<string, Answer>()
home.testAnswers = answers

/** Answers these procedures of a router with mocks that the test fills in, for example `serve('auth', 'updateOneToken').updateOneToken`. */
export function serve<Name extends string>(router: string, ...names: Name[]): Record<Name, Answer> {
  const made = names.map((name) => {
    const answer = vi.fn<(input: unknown) => unknown>()
    answers.set(`${router}.${name}`, answer)
    return [name, answer] as const
  })
  return Object.fromEntries(made) as Record<Name, Answer> // `made` has an entry for each name, but Object.fromEntries() loses the names' type
}

/** An error that makes the test server refuse the call with this message. */
export function refuse(message: string, httpStatus = 400): Error {
  return Object.assign(new Error(message), { name: 'Refusal', httpStatus })
}

export async function testFetch(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const path = String(url).split('?')[0]?.split('/').at(-1) ?? ''
  const input = init?.body ? (JSON.parse(String(init.body)) as { json?: unknown }).json : undefined
  const answer = answers.get(path)
  if (!answer) throw new TypeError(`No answer for ${path}`)
  try {
    return json({ result: { data: { json: await answer(input) } } }, 200)
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== 'Refusal') throw thrown
    const { httpStatus, key = 'refused', requestId = null } = thrown as Error & { httpStatus: number; key?: string; requestId?: string } // created by refuse
    return json(
      { error: { json: { message: thrown.message, code: -32600, data: { code: 'BAD_REQUEST', httpStatus, key, requestId } } } },
      httpStatus,
    )
  }
}

function json(body: object, status: number): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
