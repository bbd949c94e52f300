import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { Glyph } from '../../ui/glyph.tsx'
import { toast } from '../../ui/toast.ts'
import { cameraRefusal } from './use-camera.ts'

/** Opens the camera; where the browser gives none, it says why. */
export function CameraButton({ opened, onOpen }: { opened: boolean; onOpen: (opened: boolean) => void }) {
  const press = () => {
    const refusal = opened ? undefined : cameraRefusal()
    if (refusal) toast.attention('The camera cannot be used here.', { seconds: 10, detail: refusal })
    else onOpen(!opened)
  }
  return (
    <Button className="btn--icon" aria-label="Scan with the camera" aria-pressed={opened} onClick={press}>
      <Glyph of={IconCamera} />
    </Button>
  )
}
