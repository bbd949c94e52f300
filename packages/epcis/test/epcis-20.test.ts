import { describe, expect, test } from 'vitest'
import { edited, smallDocument, validate } from './helpers.ts'

/** The small document as EPCIS 2.0 XML: with the namespace of EPCIS 2.0, and without the extension elements inside events. */
const document = smallDocument()
  .replace('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2')
  .replace('schemaVersion="1.2"', 'schemaVersion="2.0"')
  .replace(/(?<=<EPCISBody>).*/s, (body) => body.replace(/ *<\/?extension>\n/g, ''))

describe('EPCIS 2.0 as XML', () => {
  test('gives no findings and the same meds as EPCIS 1.2', () => {
    expect(document).not.toContain('<extension>\n          <ilmd>')
    expect(validate(document)).toMatchObject({
      verdict: 'ok',
      findings: [],
      meds: 4,
      events: 9,
      document: { warnings: [], schemaVersion: '2.0' },
    })
  })

  test('may use the additions of 2.0', () => {
    const more = `<sensorElementList><sensorElement><sensorReport type="gs1:Temperature" value="26.0"/></sensorElement></sensorElementList>
      <persistentDisposition><set>urn:epcglobal:cbv:disp:completeness_verified</set></persistentDisposition>
      <certificationInfo>https://example.org/c</certificationInfo><errorDeclaration><declarationTime>2026-01-01T00:00:00Z</declarationTime></errorDeclaration>
      <quantityList><quantityElement><epcClass>urn:epc:class:lgtin:038801.0050060.L1</epcClass><quantity>4</quantity></quantityElement></quantityList>`
    expect(validate(edited(document, '</ObjectEvent>', `${more}</ObjectEvent>`)).findings).toEqual([])
    const links = document.replace(/urn:epc:id:sgln:038888\.100017\.0(?=<\/id>)/g, 'https://id.example.com/414/0388881000174')
    expect(validate(links.replaceAll('urn:epcglobal:cbv:bizstep:', 'https://ref.gs1.org/cbv/BizStep-')).findings).toEqual([])
    expect(validate(edited(document, '</ObjectEvent>', `${more.replace('>4<', '>four<')}</ObjectEvent>`)).findings).toMatchObject([
      { type: 'EventListEpcListError', severity: 'warn', value: 'four' },
    ])
  })

  test('locates missing data without mentioning elements of EPCIS 1.x', () => {
    const { findings } = validate(edited(document, /<ilmd>.*?<\/ilmd>/s, ''))
    expect(findings).toMatchObject([{ type: 'EventListExtensionError', path: '/EPCISDocument/EPCISBody/EventList/ObjectEvent[1]/ilmd' }])
    expect(validate(edited(document, /<sourceList>.*?<\/sourceList>/s, '')).findings).toMatchObject([
      { type: 'EventListSourceListError', path: '/EPCISDocument/EPCISBody/EventList/ObjectEvent[6]/sourceList' },
    ])
  })
})
