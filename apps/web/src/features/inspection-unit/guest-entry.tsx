import { loadable } from '../../ui/page/loadable.tsx'

const GuestPage = loadable(() => import('./guest-page.tsx'))

/** Loads the guest page in a second step, which keeps the list of its parts out of the sign-in page's code. */
export default function GuestEntry() {
  return <GuestPage standIn={<p role="status">One moment</p>} />
}
