import { tag } from './make-parts.ts'

/** Transaction statement of a document that we write. The wording is that of the example in the GS1 US guideline. */
export const LEGAL_NOTICE = 'Seller has complied with each applicable subsection of FDCA Sec. 581(27)(A)-(G).'

export interface DocumentHead {
  /** When the document was made, as an instant in ISO 8601. */
  made: string
  /** SGLNs of the header's sender and receiver: the parties that own the goods before and after the shipment. */
  sender: string
  receiver: string
  instanceIdentifier: string
  /** Vocabulary elements in XML, for products and for places. */
  products: readonly string[]
  places: readonly string[]
  guideline: 'r12' | 'r13'
  /** The notice of the transaction statement; null if the document has no statement. */
  legalNotice: string | null
}

/** An EPCIS 1.2 document up to its first event: header, master data and, if `legalNotice` is not null, the transaction statement. */
export function documentHead(head: DocumentHead): string {
  const { made, guideline, legalNotice } = head
  const party = (name: string, sgln: string) =>
    `      <sbdh:${name}>\n        <sbdh:Identifier Authority="GS1">${sgln}</sbdh:Identifier>\n      </sbdh:${name}>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>
<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1" xmlns:cbvmda="urn:epcglobal:cbv:mda" xmlns:gs1ushc="http://epcis.gs1us.org/hc/ns"
    xmlns:sbdh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader" schemaVersion="1.2" creationDate="${made}">
  <EPCISHeader>
    <sbdh:StandardBusinessDocumentHeader>
      <sbdh:HeaderVersion>1.0</sbdh:HeaderVersion>
${party('Sender', head.sender)}${party('Receiver', head.receiver)}      <sbdh:DocumentIdentification>
        <sbdh:Standard>EPCglobal</sbdh:Standard>
        <sbdh:TypeVersion>1.0</sbdh:TypeVersion>
        ${tag('sbdh:InstanceIdentifier', head.instanceIdentifier)}
        <sbdh:Type>Events</sbdh:Type>
        <sbdh:CreationDateAndTime>${made}</sbdh:CreationDateAndTime>
      </sbdh:DocumentIdentification>
    </sbdh:StandardBusinessDocumentHeader>
    <extension>
      <EPCISMasterData>
        <VocabularyList>
          <Vocabulary type="urn:epcglobal:epcis:vtype:EPCClass">
            <VocabularyElementList>
${head.products.join('')}            </VocabularyElementList>
          </Vocabulary>
          <Vocabulary type="urn:epcglobal:epcis:vtype:Location">
            <VocabularyElementList>
${head.places.join('')}            </VocabularyElementList>
          </Vocabulary>
        </VocabularyList>
      </EPCISMasterData>
    </extension>
${guideline === 'r13' ? '    <gs1ushc:guidelineVersion>GS1 US DSCSA R1.3</gs1ushc:guidelineVersion>\n' : ''}${legalNotice === null ? '' : statement(legalNotice)}  </EPCISHeader>
  <EPCISBody>
    <EventList>
`
}

const statement = (legalNotice: string): string => `    <gs1ushc:dscsaTransactionStatement>
      <gs1ushc:affirmTransactionStatement>true</gs1ushc:affirmTransactionStatement>
      ${tag('gs1ushc:legalNotice', legalNotice)}
    </gs1ushc:dscsaTransactionStatement>
`
