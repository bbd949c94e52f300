import type { IncidentForm } from '@seriatim/schema'
import { makeStore } from '../../../../ui/state/store.ts'
import type { ReportedLabel } from '../../../scan/report-link.ts'
import type { FormContent } from './draft-saver.ts'
import {
  type CompanyBlock,
  changed,
  cleared,
  type FormState,
  type FoundPackage,
  furtherReport,
  type Incident,
  newForm,
  openedDraft,
  type SavedDraft,
  savable,
  savedAt,
  withCompany,
  withPackage,
  withUnknown,
} from './form-state.ts'
import { collectNotes } from './label-fields.ts'

/** A package that the user typed, scanned, or chose from several. */
export interface PackageWanted {
  serialNumber: string
  gtin?: string
  medId?: number
}

/** Data that the page passes to the form. Some of it may arrive only after the user has started typing. */
export interface FormContext {
  /** 0 if not known yet. */
  locationId: number
  locations: readonly { id: number; name: string }[]
  incidentId: number | undefined
  isLoading: boolean
}

export interface FormEffects {
  /**
   * Finds a package that matches `wanted`, at one location or, if `locationId` is undefined, at all of them. Resolves to undefined if no such package
   * is on file.
   */
  findPackage: (wanted: PackageWanted, locationId: number | undefined) => Promise<FoundPackage | undefined>
  /** Looks up an NDC in the drug reference and returns the product's fields for the form. Used for packages that are not on file. */
  productOf: (ndc: string) => Promise<Partial<IncidentForm>>
  orderOf: (documentId: number) => Promise<Parameters<typeof collectNotes>[1]['order']>
  /** Saves the form as a draft after a pause in typing. */
  save: (typed: FormContent) => void
  /** Time zone of this browser. */
  zone: () => string
}

/** State machine of one incident's form: typed, scanned and found data go into it, and every change is saved as a draft. */
export class FormMachine {
  private readonly effects: FormEffects
  private readonly store
  private context: FormContext = { locationId: 0, locations: [], incidentId: undefined, isLoading: true }
  /** Whether the form has changed since it was last handed to the saver. */
  private isDirty = false
  /** Identifies this page to the server, so that the server knows which saves come from it. */
  private readonly page = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

  constructor(effects: FormEffects, search = '') {
    this.effects = effects
    this.store = makeStore(newForm(search))
  }

  readonly get = (): FormState => this.store.get()
  readonly use = (): FormState => this.store.use()

  /**
   * Stores the page's context, such as its location. Input that could not be saved before because the location was unknown or the page was loading is
   * saved now.
   */
  setContext(context: FormContext): void {
    this.context = context
    this.keep()
  }

  open(draft: SavedDraft): void {
    this.isDirty = false
    this.store.set(openedDraft(this.get(), draft, this.effects.zone()))
  }

  further(incident: Incident, type: Parameters<typeof furtherReport>[2]): void {
    this.store.set(furtherReport(this.get(), incident, type))
  }

  /** Fills in the company block of the location; typed values stay. */
  offer(block: CompanyBlock): void {
    if (block !== this.get().offered) this.store.set(withCompany(this.get(), block))
  }

  saved({ jsonData }: Pick<FormContent, 'jsonData'>, determinedAt: string | null): void {
    this.store.set(savedAt(this.get(), jsonData, determinedAt, this.effects.zone()))
  }

  readonly change = (next: Partial<IncidentForm>): void => this.write(changed(this.get(), next))
  readonly setSearch = (search: string): void => this.write({ ...this.get(), search })
  readonly setPlace = (place: number): void => this.write({ ...this.get(), place })
  readonly clear = (): void => this.write(cleared(this.get()))

  /** The form as it is saved and sent. */
  typed(): FormContent {
    const { incidentId } = this.context
    return { locationId: this.locationId(), ...savable(this.get()), page: this.page, ...(incidentId ? { incidentId } : {}) }
  }

  locationId(): number {
    return this.get().place ?? this.context.locationId
  }

  /**
   * Fills in the form with the data on file for a package and with the data from its label. Resolves to true if the package is on file. A value that
   * a person typed is kept if neither source has a value for its field.
   * @throws the server's errors, including serial_ambiguous.
   */
  readonly fill = async (wanted: PackageWanted, label?: ReportedLabel): Promise<boolean> => {
    const order = label?.documentId ? await this.effects.orderOf(label.documentId) : undefined
    const found = await this.find(wanted)
    const notes = label ? collectNotes(label, { isKnown: found !== undefined, order }) : ''
    if (!found) {
      const product = label?.ndc ? await this.effects.productOf(label.ndc) : {}
      this.write(withUnknown(this.get(), { label, product, notes }))
      return false
    }
    const isHere = found.locationId === this.locationId()
    const movedTo = isHere ? undefined : this.context.locations.find(({ id }) => id === found.locationId)?.name
    this.write(withPackage(this.get(), { found, label, notes, movedTo }))
    return true
  }

  /**
   * Finds the package at the form's location, or else at any location. A report about an existing incident searches only the incident's location. On
   * a new report, a package whose id is known is searched at all locations from the start.
   */
  private async find(wanted: PackageWanted): Promise<FoundPackage | undefined> {
    const hasPlace = this.context.incidentId !== undefined
    const here = wanted.medId === undefined || hasPlace ? await this.effects.findPackage(wanted, this.locationId() || undefined) : undefined
    return here ?? (hasPlace ? undefined : this.effects.findPackage(wanted, undefined))
  }

  private write(next: FormState): void {
    this.isDirty = true
    this.store.set(next)
    this.keep()
  }

  private keep(): void {
    if (!this.isDirty || this.context.isLoading || this.locationId() === 0) return
    this.isDirty = false
    this.effects.save(this.typed())
  }
}
