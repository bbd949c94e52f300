import { loadable } from '../../ui/page/loadable.tsx'

const GuestPage = loadable(() => import('./guest-page.tsx'))

/** Loads the guest page through a second dynamic import. With only one, the sign-in page's code would have to list all chunks of the guest page. */
export default function GuestEntry() {
  return <GuestPage standIn={<p role="status">One moment</p>} />
}
