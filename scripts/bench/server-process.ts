import type { ChildProcess } from 'node:child_process'

/** The address that a server says it serves at. @throws Error when it ends instead. */
export function awaitAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /(?:serves at|^http) (http:\S+)/m.exec(said)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error(`The server ended: ${said}`)))
  })
}

/** Ends a server that may have ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}
