import { describe, expect, test } from 'vitest'
import { mayUse } from '../route/rights.ts'
import { activeItem, menuItems } from './menu.ts'

const session = (id: number, isAdmin: boolean) => ({
  step: 'signedIn' as const,
  expiresAt: '',
  user_timezone: 'America/New_York',
  user: {
    id,
    firstName: '',
    middleName: null,
    lastName: '',
    title: null,
    emailAddress: '',
    isActive: true,
    suspectMedEmailAddress: null,
    customer: { id: 1, name: '', adminId: 1 },
    userCustomerLocations: [{ customerLocationId: 1, isAdmin, customerLocation: { id: 1, name: '' } }],
  },
})

describe('the menu', () => {
  test('lists the standard items in their order', () => {
    expect(menuItems.filter((item) => item.right === undefined).map((item) => item.label)).toEqual([
      'Home',
      'My GLNs',
      'Trading Partners',
      'My Orders',
      'My Pedigrees',
      'Send A Pedigree',
      'Upload An Order',
      'Report An Incident',
      'Incident Tracker',
      'Recalls',
      'Document Exceptions',
      'Settings',
    ])
  })

  test('shows management items only to users with permission', () => {
    const rights = [undefined, 'order:read', 'user:manage', 'subscription:read'] as const
    const allowed = (who: ReturnType<typeof session>) => rights.filter((right) => mayUse(right, who))
    expect(allowed(session(1, false))).toEqual([...rights])
    expect(allowed(session(2, true))).toEqual([undefined, 'order:read', 'user:manage'])
    expect(allowed(session(2, false))).toEqual([undefined, 'order:read'])
  })

  test('highlights the item of the current page', () => {
    const labels = ['/', '/orders', '/orders/receive/7', '/orderupload', '/meddetail/3', '/settings/othersettings', '/nowhere'].map(
      (path) => activeItem(path)?.label,
    )
    expect(labels).toEqual(['Home', 'My Orders', 'My Orders', 'Upload An Order', 'My Pedigrees', 'Settings', undefined])
  })
})
