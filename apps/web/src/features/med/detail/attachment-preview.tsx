import { Box, Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchBytes, save } from '../../../api/file/download.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { choosePreview } from '../../../ui/field/file-kind.ts'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import type { Attachment } from './med-facts.tsx'

const PdfView = loadable(() => import('../../../ui/page/pdf-view.tsx'))

export const makePath = (id: number, isEpcisGenerated: boolean) =>
  `/api/v1/file/download/medattachment?attachmentId=${id}&isEpcisGenerated=${isEpcisGenerated}`

interface AttachmentPreviewProps {
  attachment: Attachment | undefined
  isEpcisGenerated: boolean
  onClose: () => void
}

/** Previews a PDF, a picture or a text without saving it. */
export function AttachmentPreview({ attachment, isEpcisGenerated, onClose }: AttachmentPreviewProps) {
  const [bytes, setBytes] = useState<Blob>()
  const id = attachment?.id
  const close = useEffectEvent(onClose)
  useEffect(() => {
    setBytes(undefined)
    if (id === undefined) return
    let isGone = false
    void fetchBytes(makePath(id, isEpcisGenerated)).then((blob) => {
      if (isGone) return
      if (blob) setBytes(blob)
      else close()
    })
    return () => {
      isGone = true
    }
  }, [id, isEpcisGenerated])
  return (
    <Dialog
      opened={attachment !== undefined}
      onClose={onClose}
      title={attachment?.filename}
      size={900}
      closeLabel="Close the preview"
      busy={!bytes}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="filled" disabled={!bytes} onClick={() => bytes && attachment && save(bytes, attachment.filename)}>
            Download
          </Button>
        </>
      }
    >
      {/* A fixed height, so that the buttons do not move while the file loads. */}
      <Box h="min(70vh, 900px)" style={{ overflow: 'auto' }}>
        {bytes && attachment ? <Shown bytes={bytes} attachment={attachment} /> : <Skeleton height={320} />}
      </Box>
    </Dialog>
  )
}

function Shown({ bytes, attachment: { filename, contentType } }: { bytes: Blob; attachment: Attachment }) {
  const kind = choosePreview(contentType)
  if (kind === 'pdf') return <PdfView bytes={bytes} label={filename} standIn={<Skeleton height={320} />} />
  return kind === 'picture' ? <Picture bytes={bytes} name={filename} type={contentType} /> : <Words bytes={bytes} />
}

function Picture({ bytes, name, type }: { bytes: Blob; name: string; type: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return address && <Box component="img" display="block" maw="100%" mx="auto" src={address} alt={name} />
}

const SHOWN_BYTES = 200_000

function Words({ bytes }: { bytes: Blob }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isGone = false
    void bytes
      .slice(0, SHOWN_BYTES)
      .text()
      .then((read) => isGone || setText(read))
    return () => {
      isGone = true
    }
  }, [bytes])
  return (
    <>
      <Box component="pre" m={0} fz="xs" ff="monospace" lh={1.5} style={{ overflow: 'auto' }} tabIndex={0}>
        {text}
      </Box>
      {bytes.size > SHOWN_BYTES && <Muted>Only the beginning is shown. Download the file to see all of it.</Muted>}
    </>
  )
}
