/** Every right that a procedure can ask for. Who has it, and where, is the table of decision 45, in `access.ts`. */
export const PERMISSIONS = [
  'order:read',
  'order:upload',
  'order:receive',
  'order:undo',
  'order:settle',
  'order:correct',
  'med:read',
  'med:write',
  'drug:read',
  'med:correct',
  'incident:read',
  'incident:write',
  'hold:place',
  'hold:release',
  'report:read',
  'location:read',
  'user:readSelf',
  'settings:write',
  'customer:write',
  'audit:read',
] as const
export type Permission = (typeof PERMISSIONS)[number]
