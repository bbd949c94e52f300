import { Box, Stack } from '@mantine/core'
import { IconBulb, IconBulbOff, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { Note } from '../../../ui/layout/note.tsx'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import css from './camera.module.css'
import { useCamera } from './use-camera.ts'

/** Camera view placed above the result so that both are visible: full width on a phone, a small window elsewhere. */
export default function CameraView({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, reason, lamp, setLamp } = useCamera(video, onCode)
  return (
    <Box component="section" className={css.camera} pos="relative" maw={520} mx="auto" mb="sm" aria-label="Camera">
      {state === 'failed' ? (
        <Box mr={64} mih={60}>
          <Note meaning="attention" title={reason} alert />
        </Box>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label="Camera image" />
          <span className={css.frame} aria-hidden="true" />
          <p role="status">{state === 'starting' ? 'Starting the camera…' : 'Hold the 2D code in the frame'}</p>
        </>
      )}
      <Stack gap="xs" pos="absolute" top={8} right={8}>
        {lamp !== undefined && (
          <IconButton
            of={lamp ? IconBulbOff : IconBulb}
            variant="default"
            label={lamp ? 'Turn the light off' : 'Turn the light on'}
            onClick={() => setLamp(!lamp)}
          />
        )}
        <IconButton of={IconX} variant="default" label="Close the camera" onClick={onClose} />
      </Stack>
    </Box>
  )
}
