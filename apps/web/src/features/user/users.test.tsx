import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { SideMenu } from '../../shell/menu/side-menu.tsx'
import { me, refusal, showApp } from '../../test-app.tsx'
import { MAKE_ADMIN } from './person-words.ts'

const lead = { ...me, id: 2 }
const staff = { ...lead, userCustomerLocations: [{ ...me.userCustomerLocations[0], isAdmin: false }] as typeof me.userCustomerLocations }

const user = {
  id: 3,
  firstName: 'Sam',
  middleName: null,
  lastName: 'Tran',
  title: 'Technician',
  isActive: true,
  customerId: 1,
  customer: { id: 1, adminId: 1 },
  userContacts: [{ type: 'EMAIL', contactInfo: 'staff@park.demo' }],
  userCustomerLocations: [{ customerLocationId: 1, isAdmin: false, customerLocation: { id: 1, name: '412 Park Avenue' } }],
  status: 'active',
  invitationEndsAt: null,
}
const place = {
  customerLocationId: 1,
  name: '412 Park Avenue',
  access: 'user',
  since: null,
  grantedBy: null,
  until: null,
  may: ['remove', 'makeAdmin'],
  isLastAdmin: false,
}
const person = {
  user,
  isCustomerAdmin: false,
  isSelf: false,
  may: ['deactivate'],
  locations: [place],
  invited: null,
  joinedAt: null,
  deactivatedAt: null,
  signIn: null,
  lately: null,
}
const seats = { allowed: 4, active: 3, invited: 0, left: 1, isSubscribed: true, graceUntil: null }
const page = { 'user.readOnePerson': () => person, 'user.readHandOver': () => null }
const list = { 'user.readAllByCustomerid': () => [user], 'user.readSeats': () => seats }
const open = () => screen.findByRole('table', { name: 'Location access' })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('management in the menu', () => {
  const managing = () =>
    screen
      .getAllByRole('link')
      .map((link) => link.textContent)
      .filter((words) => words?.startsWith('Manage'))

  test('[ROLE-005] has subscription, locations and users for the customer admin', () => {
    showApp('/', { children: <SideMenu /> })
    expect(managing()).toEqual(['Manage Subscription', 'Manage Locations', 'Manage Users'])
  })

  test('[ROLE-006 ROLE-007 SHELL-021] has only Manage Users for a location admin, and nothing for other users', () => {
    showApp('/', { user: lead, children: <SideMenu /> })
    expect(managing()).toEqual(['Manage Users'])
    cleanup()
    showApp('/', { user: staff, children: <SideMenu /> })
    expect(managing()).toEqual([])
  })

  test('[SHELL-033] leads to the list of users from its old URL', async () => {
    const { history } = showApp('/usermanagement', { answers: list })
    await screen.findByRole('heading', { name: 'Users' })
    expect(history?.at(-1)).toBe('/users')
  })
})

describe('the list of users', () => {
  test('[USER-003 USER-015] shows total users and available invites, and hides the invite button when none is left', async () => {
    showApp('/users', { answers: list })
    await screen.findByText('Sam Tran')
    expect(document.querySelector('[data-lede]')?.textContent).toBe('3 users. 4 available invites, 1 left.')
    expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'Invite New User' })[0]?.disabled).toBe(false)
    cleanup()
    showApp('/users', { answers: { ...list, 'user.readSeats': () => ({ ...seats, active: 4, left: 0 }) } })
    await screen.findByText('Your subscription allows no more users')
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Invite New User' })) expect(button.disabled).toBe(true)
  })

  test.each(['/users', '/users/bylocation'])(
    'says at %s that the number of remaining invites could not be loaded, and offers a retry',
    async (path) => {
      let isUp = false
      const readSeats = () => {
        if (!isUp) throw refusal('busy', 'Busy.', 409)
        return seats
      }
      showApp(path, { answers: { ...list, 'user.readSeats': readSeats } })
      await screen.findByText('The number of users you can still invite could not be loaded.')
      isUp = true
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(document.querySelector('[data-lede]')?.textContent).toBe('3 users. 4 available invites, 1 left.'))
    },
  )

  test('tells a location admin that a user has no access at the admin’s locations', async () => {
    const elsewhere = { ...user, userCustomerLocations: [] }
    showApp('/users', { user: lead, answers: { ...list, 'user.readAllByCustomerid': () => [elsewhere] } })
    await screen.findByText('None of your locations')
    expect(screen.queryByText('No location')).toBeNull()
    cleanup()
    showApp('/users', { answers: { ...list, 'user.readAllByCustomerid': () => [elsewhere] } })
    await screen.findByText('No location')
  })

  test('[SHELL-040] shows the server’s message about an address at its field, and keeps the dialog open with the input', async () => {
    const known = refusal('user_known', 'Someone with this email address is already one of your users.', 409, { field: 'emailAddress' })
    const { inputs } = showApp('/users', { answers: { ...list, 'user.createOne': () => Promise.reject(known) } })
    await screen.findByText('Sam Tran')
    await userEvent.click(screen.getAllByRole('button', { name: 'Invite New User' })[0] as HTMLElement) // the page shows this button twice
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Email address'), 'staff@park.demo')
    await userEvent.type(dialog.getByLabelText('First name'), 'Sam')
    await userEvent.type(dialog.getByLabelText('Last name'), 'Tran')
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }))
    const said = await dialog.findByText(/already one of your users/)
    expect(dialog.getByLabelText('Email address').getAttribute('aria-describedby')).toContain(said.id)
    expect(inputs('user.createOne')).toMatchObject([{ emailAddress: 'staff@park.demo', firstName: 'Sam', lastName: 'Tran' }])
  })
})

describe('the page of one person', () => {
  test('[ROLE-013 USER-011] asks a location admin, but not the customer admin, to confirm before making a person an admin', async () => {
    const answers = { ...page, 'userLocation.updateOneToggleadmin': () => ({}) }
    const asked = showApp('/users/3', { user: lead, answers })
    await open()
    await press('Make Admin, 412 Park Avenue')
    expect(screen.getByText(MAKE_ADMIN).textContent).toBe(
      'Are you sure you want to make this user an admin? You will not be able to edit them after this change.',
    )
    expect(asked.inputs('userLocation.updateOneToggleadmin')).toEqual([])
    cleanup()
    const unasked = showApp('/users/3', { answers })
    await open()
    await press('Make Admin, 412 Park Avenue')
    await waitFor(() =>
      expect(unasked.inputs('userLocation.updateOneToggleadmin')).toEqual([{ userId: 3, customerLocationId: 1, to: true }]),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByText('Sam Tran is now an admin of 412 Park Avenue.')
  })

  test('[USER-006 ROLE-018] offers only the actions that the server allows', async () => {
    showApp('/users/3', { answers: { ...page, 'user.readOnePerson': () => ({ ...person, may: [], locations: [{ ...place, may: [] }] }) } })
    const table = within(await open())
    expect(table.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: /Deactivate|Grant/ })).toBeNull()
  })

  test('[ERR-011] shows the general error message if a removal fails without a message, and keeps the dialog open', async () => {
    showApp('/users/3', { answers: { ...page, 'userLocation.deleteOne': () => Promise.reject(new Error('broken')) } })
    await open()
    await press('Remove, 412 Park Avenue')
    await press('Remove 412 Park Avenue')
    await screen.findByText('An Unknown Error Occurred.')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('asks before removing the last admin, even if another user’s change has only just made this person the last one', async () => {
    const stale = { ...place, access: 'admin', may: ['remove', 'revokeAdmin'] }
    const late = refusal('last_admin', 'Nobody else administers this location.', 409, { locationIds: [1] })
    const answers = {
      ...page,
      'user.readOnePerson': () => ({ ...person, locations: [stale] }),
      'userLocation.updateOneToggleadmin': () => Promise.reject(late),
      'user.updateToggleisactive': () => Promise.reject(late),
    }
    const { inputs } = showApp('/users/3', { answers })
    await open()
    await press('Revoke Admin, 412 Park Avenue')
    await screen.findByText(/Nobody else administers 412 Park Avenue/)
    await press('Revoke Admin of 412 Park Avenue')
    await waitFor(() => expect(inputs('userLocation.updateOneToggleadmin')).toMatchObject([{}, { leaveWithoutAdmin: true }]))
    await press('Cancel')
    await userEvent.click(screen.getAllByRole('button', { name: 'Deactivate…' })[0] as HTMLElement) // the page has exactly one
    await press('Deactivate Sam Tran')
    await screen.findByText(/Nobody else administers 412 Park Avenue/)
    await press('Deactivate Sam Tran')
    await waitFor(() => expect(inputs('user.updateToggleisactive')).toMatchObject([{}, { leaveWithoutAdmin: true }]))
  })

  test('warns before the last admin of a location is removed', async () => {
    const last = { ...place, access: 'admin', may: ['remove', 'revokeAdmin'], isLastAdmin: true }
    const answers = {
      ...page,
      'user.readOnePerson': () => ({ ...person, locations: [last] }),
      'userLocation.updateOneToggleadmin': () => ({}),
    }
    const { inputs } = showApp('/users/3', { answers })
    await open()
    await press('Revoke Admin, 412 Park Avenue')
    await screen.findByText(/Nobody else administers 412 Park Avenue/)
    await press('Revoke Admin of 412 Park Avenue')
    await waitFor(() =>
      expect(inputs('userLocation.updateOneToggleadmin')).toEqual([
        { userId: 3, customerLocationId: 1, to: false, leaveWithoutAdmin: true },
      ]),
    )
  })
})
