import { describe, expect, test } from 'vitest'
import { readReportAddress, reportHref } from './report-link.ts'

const label = { serialNumber: 'A/1+2 &x', gtin: '00303999952306', lotNumber: 'L-9%', expirationDate: '2028-06', documentId: 41 }
const read = (href: string) => readReportAddress(href.slice(href.indexOf('?')))

describe('the link to the incident report', () => {
  test('carries serial number, GTIN, NDC, lot, expiry and order without loss', () => {
    expect(read(reportHref(label))).toEqual({ ...label, ndc: '0399995230' })
    expect(read(reportHref({ serialNumber: 'S1' }))).toMatchObject({ serialNumber: 'S1', gtin: undefined, documentId: undefined })
  })

  test('identifies a container’s code as a container', () => {
    const container = { serialNumber: '106141412345678908', isSscc: true, documentId: 41 }
    expect(read(reportHref(container))).toEqual(container)
    expect(readReportAddress('?serial=S1&sscc=1')).toEqual({ serialNumber: 'S1' })
  })

  test('carries a ticket’s reason, and all serial numbers when the ticket has several packages', () => {
    const several = { serialNumber: 'S1', also: 'S2 S3', why: 'Ticket 1004: 3 packages have no lot.' }
    expect(read(reportHref(several))).toMatchObject(several)
    const many = Array.from({ length: 19 }, (_, at) => `SERIAL-NUMBER-OF-20${at}`).join(' ')
    expect(read(reportHref({ serialNumber: 'S1', also: many }))?.also).toBe(many)
  })

  test('drops malformed fields', () => {
    expect(readReportAddress('?serial=S1&gtin=12&expiry=soon&order=x')).toEqual({ serialNumber: 'S1' })
    expect(readReportAddress('?gtin=00303999952306')).toBeUndefined()
    expect(readReportAddress('?draft=7')).toBeUndefined()
  })
})
