import { saveBase64 } from '../../api/file/download.ts'
import { sendFile } from '../../api/file/send-file.ts'
import { trpc } from '../../api/trpc.ts'

/** Uploads and downloads the files that prove answers to manual verifications. */
export function useVerificationFile() {
  const send = trpc.verification.uploadOneEvidence.useMutation({ meta: { quiet: true } })
  const utils = trpc.useUtils()
  return {
    upload: async (locationId: number, file: File) => {
      const { evidence } = await sendFile(file, (packet) => send.mutateAsync({ locationId, ...packet }))
      if (!evidence) throw new Error('The upload is incomplete. Choose the file again.')
      return evidence
    },
    save: async (evidenceId: number) => {
      const file = await utils.verification.readOneEvidence.fetch({ evidenceId }, { staleTime: 0, meta: { loud: true } })
      saveBase64(file, file.contentType)
    },
  }
}
