import { IconCamera } from '@tabler/icons-react'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { cameraRefusal } from './use-camera.ts'

/** Opens the camera, or says why the browser provides none. */
export function CameraButton({ opened, onOpen }: { opened: boolean; onOpen: (opened: boolean) => void }) {
  const press = () => {
    const refusal = opened ? undefined : cameraRefusal()
    if (refusal) toast.attention('The camera cannot be used here.', { seconds: 10, detail: refusal })
    else onOpen(!opened)
  }
  return <IconButton of={IconCamera} variant="default" label="Scan with the camera" aria-pressed={opened} onClick={press} />
}
