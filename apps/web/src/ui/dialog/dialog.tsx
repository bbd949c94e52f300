import { Box, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import css from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface PartProps {
  children: ReactNode
  /** Buttons: the quiet one first, the primary one last. */
  foot: ReactNode
  /** Turns the part into a form that Enter also submits. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  /** Class of the area between title and buttons. */
  className?: string | undefined
  /** The dialog's content is still loading. */
  busy?: boolean | undefined
}

export interface DialogProps extends Omit<PartProps, 'foot'> {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Omit if the dialog has steps; each step is then a `DialogPart`. */
  foot?: ReactNode
  /** Width of the dialog in pixels. */
  size?: number | undefined
  /** Keeps the dialog open on a click outside or on Escape, because input would be lost. */
  stays?: boolean | { atClick: boolean; atEscape: boolean } | undefined
  /** Shows a close button to the right of the title, with this label. */
  closeLabel?: string | undefined
}

/** Removes Mantine's padding, because the parts bring their own and a form wraps body and foot. */
const bare = { header: { minHeight: 0, padding: '20px 24px 4px', background: 'var(--card)' }, body: { padding: 0 } }

/** Base component of all dialogs: title, body, and buttons at the foot. To ask a question, use `ConfirmDialog` or `ReasonDialog`. */
export function Dialog({ opened, onClose, title, size = 480, stays = false, closeLabel, foot, children, ...part }: DialogProps) {
  const { atClick, atEscape } = typeof stays === 'boolean' ? { atClick: stays, atEscape: stays } : stays
  const root = useReturnFocus(opened)
  return (
    <Modal
      ref={root}
      data-dialog
      returnFocus={false}
      classNames={{ content: css.content }}
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={!atClick}
      closeOnEscape={!atEscape}
      title={title}
      size={size}
      withCloseButton={closeLabel !== undefined}
      closeButtonProps={closeLabel ? { 'aria-label': closeLabel } : {}}
      styles={bare}
    >
      {foot === undefined ? (
        children
      ) : (
        <DialogPart foot={foot} {...part}>
          {children}
        </DialogPart>
      )}
    </Modal>
  )
}

/** Body and buttons of a dialog, or of one step of a dialog that has several steps. */
export function DialogPart({ children, foot, onSubmit, className, busy }: PartProps) {
  const parts = (
    <>
      <Box className={[css.body, className].filter(Boolean).join(' ')} px="lg" pt="xs" pb="md" c="var(--ink-2)" aria-busy={busy}>
        {children}
      </Box>
      <Group justify="flex-end" gap="xs" px="lg" pt="sm" pb={20} className={css.foot}>
        {foot}
      </Group>
    </>
  )
  return onSubmit ? (
    <form onSubmit={onSubmit} noValidate>
      {parts}
    </form>
  ) : (
    parts
  )
}
