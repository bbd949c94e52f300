import { type IntakeDoor, type NewIntakeDoor, newMailDoor, newPullDoor, newSftpDoor } from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { listProblems } from './door-problems.ts'
import type { NewDoorAccess } from './new-door-access.tsx'
import type { PullSettings } from './pull-fields.tsx'
import { type SftpSecrets, splitKeys } from './sftp-fields.tsx'
import { splitSenders } from './split-senders.ts'

/**
 * Fields that only some kinds of doors need: the allowed senders of an email door, and the settings of an SFTP door or of a door that fetches files.
 */
interface Extra {
  senders: string
  sftp: SftpSecrets
  pull: PullSettings
}

type Problems = Readonly<Record<string, string>>

/** Creates a door of any kind. `problems`: what is wrong with the extra fields, by field. */
export function useNewDoor(kind: IntakeDoor['kind'], { senders, sftp, pull }: Extra) {
  const [made, setMade] = useState<NewDoorAccess>()
  const [problems, setProblems] = useState<Problems>({})
  const meta = { touches: ['intake'], quiet: true } as const
  const token = trpc.intake.createOneDoor.useMutation({ meta })
  const mail = trpc.intake.createOneMailDoor.useMutation({ meta })
  const user = trpc.intake.createOneSftpDoor.useMutation({ meta })
  const source = trpc.intake.createOnePullDoor.useMutation({ meta })
  /** Shows the server's error at `field`, because the error itself names no field. */
  const refuse = (field: string) => (error: unknown) =>
    setProblems({ [field]: findServerSentence(error) ?? 'The door was not created. Try again.' })

  const sendMail = async (input: NewIntakeDoor) => {
    const read = newMailDoor.safeParse({ ...input, senders: splitSenders(senders) })
    setProblems(listProblems(read.error))
    if (read.data) setMade({ kind: 'mail', ...(await mail.mutateAsync(read.data)) })
  }
  const sendUser = async (input: NewIntakeDoor) => {
    const read = newSftpDoor.safeParse({ ...input, publicKeys: splitKeys(sftp.keys), hasPassword: sftp.hasPassword })
    setProblems(listProblems(read.error))
    const created = read.data && (await user.mutateAsync(read.data).catch(refuse('publicKeys')))
    if (created) setMade({ kind: 'sftp', ...created })
  }
  const sendSource = async (input: NewIntakeDoor) => {
    const read = newPullDoor.safeParse({ ...input, ...pull, moveTo: pull.moveTo.trim() || null })
    setProblems(listProblems(read.error))
    const created = read.data && (await source.mutateAsync(read.data).catch(refuse('secret')))
    if (created) setMade({ kind: 'pull', ...created })
  }
  const send = async (input: NewIntakeDoor) => {
    setProblems({})
    if (kind === 'token') return setMade({ kind, ...(await token.mutateAsync(input)) })
    if (kind === 'mail') return sendMail(input)
    return kind === 'sftp' ? sendUser(input) : sendSource(input)
  }
  return { made, problems, send }
}
