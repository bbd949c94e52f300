import { loadable } from '../../ui/page/loadable.tsx'

const GuestPage = loadable(() => import('./guest-page.tsx'))

/** Keeps the list of the guest page's parts out of the sign-in page's code. */
export default function GuestEntry() {
  return <GuestPage standIn={<p role="status">One moment</p>} />
}
