import { Box, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import css from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface PartProps {
  children: ReactNode
  /** The buttons: the quiet one first, the one that does it last. */
  foot: ReactNode
  /** Makes it a form, which Enter sends too. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  /** Of what is between title and buttons. */
  className?: string | undefined
  /** What it shows is on its way. */
  busy?: boolean | undefined
}

export interface DialogProps extends Omit<PartProps, 'foot'> {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Absent where the dialog has steps: each is a `DialogPart` then. */
  foot?: ReactNode
  /** Pixels. */
  size?: number | undefined
  /** Neither a click beside it nor Escape closes it: something would be lost. */
  stays?: boolean | { atClick: boolean; atEscape: boolean } | undefined
  /** A cross at the right of the title, and what it does in words. */
  closeLabel?: string | undefined
}

/** Its parts have their own room; a form goes around body and foot. */
const bare = { header: { minHeight: 0, padding: '20px 24px 0', background: 'none' }, body: { padding: 0 } }

/** One dialog for all: title, body, buttons at the foot. Who asks a question takes `ConfirmDialog` or `ReasonDialog`. */
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

/** Body and buttons; one step of a dialog that has several. */
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
