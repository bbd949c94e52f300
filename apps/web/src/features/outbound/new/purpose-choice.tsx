import { SHIPMENT_PURPOSES, type ShipmentPurpose } from '@seriatim/schema'
import { Card } from '../../../ui/layout/card.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import css from './purpose-choice.module.css'

const PURPOSES = Object.keys(SHIPMENT_PURPOSES) as ShipmentPurpose[] // Object.keys() returns string[]

/** Why packages leave, each with one sentence about what it needs. */
export function PurposeChoice({ value, onChange }: { value: ShipmentPurpose; onChange: (purpose: ShipmentPurpose) => void }) {
  return (
    <fieldset className={css.choice}>
      <legend>Why do they leave?</legend>
      <Card>
        <div className={css.grid}>
          {PURPOSES.map((purpose) => {
            const { name, needs } = SHIPMENT_PURPOSES[purpose]
            return (
              <label key={purpose} className={css.purpose} data-chosen={purpose === value || undefined}>
                <input type="radio" name="purpose" value={purpose} checked={purpose === value} onChange={() => onChange(purpose)} />
                <span>
                  <b>{name}</b>
                  <SubText>{needs}</SubText>
                </span>
              </label>
            )
          })}
        </div>
      </Card>
    </fieldset>
  )
}
