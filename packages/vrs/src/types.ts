/** The product identifier of one package. */
export interface VrsProduct {
  /** 14 digits. */
  gtin: string
  serialNumber: string
  lotNumber: string
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label has no day. */
  expirationDate: string
}

/** The service that is asked, and who asks. */
export interface VrsService {
  /** The address before `/verify`, with or without a slash at its end. */
  baseUrl: string
  /** 13 digits. */
  requesterGln: string
  /** Contact data of the requester; sent only if there is any. */
  emailAddress?: string | null
  phoneNumber?: string | null
}

/** A GET request to the service, ready to be sent. */
export interface VrsCall {
  url: string
  headers: Record<string, string>
}
