import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../field/field.module.css'

/** Announces why a form was rejected. Styled like a field's own error. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Input.Error className={css.error} role="alert" id={id}>
      {children}
    </Input.Error>
  )
}
