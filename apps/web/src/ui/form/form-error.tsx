import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../field/field.module.css'

/** Why a form was not taken: read out at once. It looks as what a field says of itself. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Input.Error className={css.error} role="alert" id={id}>
      {children}
    </Input.Error>
  )
}
