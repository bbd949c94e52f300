import { loadable } from '../../ui/page/loadable.tsx'

const GuestPage = loadable(() => import('./guest-page.tsx'))

/** Loads the guest page with a second dynamic import, so that the list of its chunks does not add to the sign-in page's code. */
export default function GuestEntry() {
  return <GuestPage standIn={<p role="status">One moment</p>} />
}
