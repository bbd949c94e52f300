import './camera.css'
import { Button } from '@mantine/core'
import { IconBulb, IconBulbOff, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import { useCamera } from './use-camera.ts'

/** What the camera sees, above the result, so that both are in view. */
export default function CameraView({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, reason, lamp, setLamp } = useCamera(video, onCode)
  const Lamp = lamp ? IconBulbOff : IconBulb
  return (
    <section className="camera" aria-label="Camera">
      {state === 'failed' ? (
        <Note meaning="attention" title={reason} alert />
      ) : (
        <>
          <video ref={video} muted playsInline aria-label="Picture of the camera" />
          <span className="camera-frame" aria-hidden="true" />
          <p role="status">{state === 'starting' ? 'Starting the camera …' : 'Hold the square code in the frame'}</p>
        </>
      )}
      <div className="camera-buttons">
        {lamp !== undefined && (
          <Button className="btn--icon" aria-label={lamp ? 'Turn the light off' : 'Turn the light on'} onClick={() => setLamp(!lamp)}>
            <Glyph of={Lamp} />
          </Button>
        )}
        <Button className="btn--icon" aria-label="Close the camera" onClick={onClose}>
          <Glyph of={IconX} />
        </Button>
      </div>
    </section>
  )
}
