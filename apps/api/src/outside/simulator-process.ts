import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface SimulatorProcess {
  /** The address that the simulator printed. */
  url: string
  /** Sends the simulator a line of JSON. */
  send(message: object): void
  stop(): Promise<void>
}

const FOLDER = join(import.meta.dirname, '../../../simulator/src')

/**
 * Runs a simulator of `apps/simulator` in its own process, which ends when this process ends.
 *
 * @param program path of the simulator's program below that folder.
 * @param options sent to it as its first line of input.
 */
export async function startSimulatorProcess(program: string, options: object): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [join(FOLDER, program)], { stdio: ['pipe', 'pipe', 'inherit'] })
  // Writing to a simulator that has exited must not end this process.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  send(options)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    void ended.then(() => reject(new Error(`The simulator ${program} ended.`)))
  })
  return {
    url,
    send,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
