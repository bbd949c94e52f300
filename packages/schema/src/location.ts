import { z } from 'zod'
import { id } from './common.ts'

/** A location as selectors show it: its name and the GLN that takes shipments. */
export const customerLocation = z.object({ id, name: z.string(), globalLocationNumber: z.string().nullable() })
export type CustomerLocation = z.infer<typeof customerLocation>
