import type { PartnerAddressFields, PartnerContactFields } from '@seriatim/schema'
import { trpc } from '../../../api/trpc.ts'
import type { Partner } from '../partner-words.ts'
import type { PartActions } from './partner-parts.tsx'

const saved = (done: string) => ({ meta: { quiet: true, done, touches: ['tradingPartner'] } })
const deleted = (done: string) => ({ meta: { done, touches: ['tradingPartner'] } })

/** Calls that change the parts of a partner on file, such as its GLNs. Each change is a call, and its dialog closes on success. */
export function usePartnerParts({ id: tradingPartnerId }: Partner) {
  const { tradingPartner: calls } = trpc
  const addGln = calls.createOneGloballocationnumber.useMutation(saved('GLN added.'))
  const changeGln = calls.updateOneGloballocationnumber.useMutation(saved('GLN saved.'))
  const removeGln = calls.deleteOneGloballocationnumber.useMutation(deleted('GLN deleted.'))
  const addAddress = calls.createOneAddress.useMutation(saved('Address added.'))
  const changeAddress = calls.updateOneAddress.useMutation(saved('Address saved.'))
  const removeAddress = calls.deleteOneAddress.useMutation(deleted('Address deleted.'))
  const addContact = calls.createOneContact.useMutation(saved('Contact added.'))
  const changeContact = calls.updateOneContact.useMutation(saved('Contact saved.'))
  const removeContact = calls.deleteOneContact.useMutation(deleted('Contact deleted.'))
  const removeDetail = calls.deleteOneContactdetail.useMutation(deleted('Contact detail deleted.'))
  const addAccount = calls.createOneAccountnumber.useMutation(saved('Account number added.'))
  const changeAccount = calls.updateOneAccountnumber.useMutation(saved('Account number saved.'))
  const removeAccount = calls.deleteOneAccountnumber.useMutation(deleted('Account number deleted.'))

  const glns: PartActions<string> = {
    add: (globalLocationNumber) => addGln.mutateAsync({ tradingPartnerId, globalLocationNumber }),
    change: (id, globalLocationNumber) => changeGln.mutateAsync({ id, globalLocationNumber }),
    remove: (id) => removeGln.mutateAsync({ id }),
  }
  const addresses: PartActions<PartnerAddressFields> = {
    add: (address) => addAddress.mutateAsync({ ...address, tradingPartnerId }),
    change: (id, address) => changeAddress.mutateAsync({ ...address, id }),
    remove: (id) => removeAddress.mutateAsync({ id }),
  }
  const contacts: PartActions<PartnerContactFields> = {
    add: (contact) => addContact.mutateAsync({ ...contact, tradingPartnerId }),
    change: (id, contact) => changeContact.mutateAsync({ ...contact, id }),
    remove: (id) => removeContact.mutateAsync({ id }),
  }
  const accounts: PartActions<string> = {
    add: (accountNumber) => addAccount.mutateAsync({ tradingPartnerId, accountNumber }),
    change: (id, accountNumber) => changeAccount.mutateAsync({ id, accountNumber }),
    remove: (id) => removeAccount.mutateAsync({ id }),
  }
  return { glns, addresses, contacts, accounts, onDeleteDetail: (id: number) => removeDetail.mutateAsync({ id }) }
}
