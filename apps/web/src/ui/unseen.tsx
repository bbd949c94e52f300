export { Spoken as Unseen } from './text.tsx'
