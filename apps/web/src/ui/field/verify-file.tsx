import { Stack } from '@mantine/core'
import { fromBlob, type Report, verifyPack } from '@seriatim/verify'
import { useRef, useState } from 'react'
import { Bar } from '../feedback/progress-bar.tsx'
import { Note } from '../layout/note.tsx'
import { Muted } from '../text/text.tsx'
import { DropZone } from './drop-zone.tsx'

interface Verified extends Report {
  file: string
}

/**
 * Verifies a pack in this browser (docs/packs.md); the pack is not sent anywhere. `fingerprint` is that of this server's signing key. With it, the
 * component detects a pack that another installation signed; without it, the reader has to compare the fingerprints.
 */
export default function VerifyFile({ fingerprint }: { fingerprint?: string | undefined }) {
  const [share, setShare] = useState<number>()
  const [verified, setVerified] = useState<Verified>()
  const run = useRef(0)
  const verify = async (file: File) => {
    const mine = ++run.current
    setVerified(undefined)
    setShare(0)
    const onProgress = (done: number) => mine === run.current && setShare(done)
    const report = await verifyPack(fromBlob(file), { key: fingerprint, onProgress })
    if (mine !== run.current) return
    setShare(undefined)
    setVerified({ ...report, file: file.name })
  }
  return (
    <Stack gap="sm">
      <DropZone
        title="Verify a pack"
        hint="Drop the zip file of a pack here. It stays on this computer."
        accept=".zip"
        chooseLabel="Choose a pack"
        onFiles={([file]) => file && void verify(file)}
      />
      <div role="status">
        {share !== undefined && <Bar done={share} total={1} label="Reading the pack" />}
        {verified && <Outcome verified={verified} />}
      </div>
    </Stack>
  )
}

function Outcome({ verified: { file, about, isProven, faults, proven, notProven } }: { verified: Verified }) {
  return (
    <Stack gap="sm">
      <Note
        meaning={isProven ? 'done' : 'stop'}
        title={isProven ? 'Proven: nothing in this pack was changed' : 'Not proven: do not rely on this pack'}
      >
        {about ? `${file}: ${about.customer}, made ${about.madeAt} by ${about.madeBy}, ${about.files} files` : file}
      </Note>
      <Sentences title="What is wrong" all={faults} />
      <Sentences title="What is proven" all={proven} />
      <Sentences title="What is not proven" all={notProven} />
    </Stack>
  )
}

function Sentences({ title, all }: { title: string; all: readonly string[] }) {
  if (all.length === 0) return null
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <h3>{title}</h3>
      <Muted>
        {all.map((sentence) => (
          <span key={sentence} style={{ display: 'block' }}>
            {sentence}
          </span>
        ))}
      </Muted>
    </div>
  )
}
