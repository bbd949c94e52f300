// Generated from the table of `/api/v2` by `npm run client:types`. Do not edit it by hand.

/**
 * Every call by method and path.
 */
export interface Calls {
  /**
   * The locations that the caller may see, with their GLNs.
   */
  'GET /locations': {
    answer: {
      items: {
        id: number
        name: string
        globalLocationNumber: string | null
      }[]
    }
  }
  /**
   * Orders, newest first, with how much of each was received.
   */
  'GET /orders': {
    query: {
      senderName?: string
      purchaseOrderNumber?: string
      docDateStart?: string | ''
      docDateEnd?: string | ''
      customerLocationId?: number | ''
      tradingPartnerId?: number | ''
      open?: boolean
      voided?: boolean
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        documentId: number
        customerLocationId: number
        customerLocationName: string
        globalLocationNumber: string | null
        senderNames: string[]
        purchaseOrderNumbers: string[]
        timeStamp: string
        amountOfMeds: number
        amountNotReceived: number
        medsHeld: number
        medsPending: number
        findings: {
          reject: number
          warn: number
          notShipped: number
        }
        ticketNumber: number | null
        ticketId: number | null
        uploadId: number | null
        isVoided: boolean
        isClosed: boolean
        isReadOnly: boolean
      }[]
    }
  }
  /**
   * One order.
   */
  'GET /orders/{documentId}': {
    path: {
      documentId: number
    }
    answer: {
      documentId: number
      customerLocationId: number
      customerLocationName: string
      globalLocationNumber: string | null
      senderNames: string[]
      purchaseOrderNumbers: string[]
      timeStamp: string
      amountOfMeds: number
      amountNotReceived: number
      medsHeld: number
      medsPending: number
      findings: {
        reject: number
        warn: number
        notShipped: number
      }
      ticketNumber: number | null
      ticketId: number | null
      uploadId: number | null
      isVoided: boolean
      isClosed: boolean
      isReadOnly: boolean
      sender: {
        name: string | null
        gln: string | null
      }
      receiver: {
        name: string | null
        gln: string | null
      }
      placedBy: string
      goodsOwner: {
        id: number
        name: string
      } | null
      correction: {
        at: string
        by: {
          firstName: string
          lastName: string
        } | null
        reason: string
      } | null
      replacedById: number | null
      firstArrivedAt: string | null
      mayCorrect: boolean
      documentName: string
      instanceIdentifier: string | null
      documentCreated: string | null
      transactionStatement: boolean
      guidelineVersion: string | null
      dropShipment: ('yes' | 'no' | 'mixed') | null
      guidelineFacts: {
        name: string
        isVendor: boolean
        value: string | null
        isInHeader: boolean
        events: number[]
      }[]
      parts: {
        documentId: number
        customerLocationName: string
        senderName: string
        amountOfMeds: number
        isVoided: boolean
      }[]
      documentWarnings: {
        code: string
        message: string
        hint: string
      }[]
      amountHeld: number
      amountPending: number
      amountStopped: number
      amountNotShipped: number
      packages: number
      cases: number
      pallets: number
      products: {
        product: {
          id: number
          regulatedProductName: string | null
          additionalTradeItemId: string | null
          dosageFormType: string | null
          strengthDescription: string | null
          manufacturerOfTradeItemPartyName: string | null
          netContentDescription: string | null
          sgtin: string | null
          gtin: string | null
        }
        total: number
        received: number
        held: number
        pending: number
      }[]
      lastReceiptId: number
    }
  }
  /**
   * Delivers a file: EPCIS as XML, or EPCIS 2.0 as JSON; as is, compressed with gzip, or up to 100 files in a zip. The response comes after the file is stored; the same bytes get the same response. Any other file is kept for the pharmacy to look at.
   */
  'POST /intake': {
    answer: {
      id: number
      receivedAt: string
      size: number
      sha256: string
      takenFor:
        | 'xml'
        | 'zip'
        | 'empty'
        | 'pdf'
        | 'png'
        | 'jpeg'
        | 'gif'
        | 'oldOffice'
        | 'gzip'
        | 'rar'
        | 'sevenZip'
        | 'program'
        | 'x12'
        | 'edifact'
        | 'webPage'
        | 'epcisJson'
        | 'json'
        | 'csv'
        | 'noText'
        | 'plainText'
        | 'other'
    }
  }
  /**
   * Files received through any door, newest first, each with its result.
   */
  'GET /intake': {
    query: {
      state?: 'waiting' | 'attention' | 'kept'
      doorId?: number
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        id: number
        door: 'https' | 'web' | 'api' | 'mail' | 'sftp' | 'pull'
        doorId: number | null
        from: string
        address: string | null
        authentication: string | null
        receivedAt: string
        times: number
        filename: string
        size: number
        sha256: string
        takenFor:
          | 'xml'
          | 'zip'
          | 'empty'
          | 'pdf'
          | 'png'
          | 'jpeg'
          | 'gif'
          | 'oldOffice'
          | 'gzip'
          | 'rar'
          | 'sevenZip'
          | 'program'
          | 'x12'
          | 'edifact'
          | 'webPage'
          | 'epcisJson'
          | 'json'
          | 'csv'
          | 'noText'
          | 'plainText'
          | 'other'
        status: 'processing' | 'imported' | 'duplicate' | 'exception' | 'refused' | 'stopped' | 'elsewhere' | 'differs' | 'kept'
        outcome:
          | (
              | {
                  kind: 'waiting'
                  facts: {
                    refusedSince?: string
                  }
                }
              | {
                  kind: 'made'
                  facts: {
                    findings: number
                    orders?: number
                  }
                }
              | {
                  kind: 'sentBefore'
                  facts: Record<string, never>
                }
              | {
                  kind: 'differs'
                  facts: {
                    identifier: string | null
                  }
                }
              | {
                  kind: 'corrects'
                  facts: Record<string, never>
                }
              | {
                  kind: 'notAddressed'
                  facts: Record<string, never>
                }
              | {
                  kind: 'noSerials'
                  facts: Record<string, never>
                }
              | {
                  kind: 'malformed'
                  facts: {
                    fault: string | null
                  }
                }
              | {
                  kind: 'empty'
                  facts: Record<string, never>
                }
              | {
                  kind: 'notXml'
                  facts: {
                    looks:
                      | 'pdf'
                      | 'png'
                      | 'jpeg'
                      | 'gif'
                      | 'oldOffice'
                      | 'gzip'
                      | 'rar'
                      | 'sevenZip'
                      | 'program'
                      | 'x12'
                      | 'edifact'
                      | 'webPage'
                      | 'epcisJson'
                      | 'json'
                      | 'csv'
                      | 'noText'
                      | 'plainText'
                      | 'other'
                  }
                }
              | {
                  kind: 'zipNotOne'
                  facts: {
                    files: number | null
                  }
                }
              | {
                  kind: 'zipTooMany'
                  facts: {
                    most: number
                  }
                }
              | {
                  kind: 'zipNested'
                  facts: {
                    name: string
                  }
                }
              | {
                  kind: 'zipEncrypted'
                  facts: Record<string, never>
                }
              | {
                  kind: 'zipNotXml'
                  facts: Record<string, never>
                }
              | {
                  kind: 'zipTooLarge'
                  facts: {
                    isDoorFull?: true
                  }
                }
              | {
                  kind: 'zipDamaged'
                  facts: Record<string, never>
                }
              | {
                  kind: 'unpacked'
                  facts: {
                    documents: number
                    others: number
                  }
                }
              | {
                  kind: 'tooMuch'
                  facts: {
                    what: 'events' | 'mentions' | 'entries' | 'characters'
                    most: number
                  }
                }
              | {
                  kind: 'tooMuchMemory'
                  facts: Record<string, never>
                }
              | {
                  kind: 'rolledBack'
                  facts: {
                    wrong: number
                    errors: {
                      event: number
                      message: string
                    }[]
                  }
                }
              | {
                  kind: 'stopped'
                  facts: Record<string, never>
                }
              | {
                  kind: 'ignored'
                  facts: Record<string, never>
                }
              | {
                  kind: 'fault'
                  facts: {
                    isRefused?: true
                  }
                }
              | {
                  kind: 'elsewhere'
                  facts: Record<string, never>
                }
            )
          | null
        uploadId: number | null
        documentId: number | null
        ticketNumber: number | null
        removedAt: string | null
        mayRemove: boolean
        mayReplay: boolean
      }[]
    }
  }
  /**
   * The result of a file that this token delivered.
   */
  'GET /intake/{deliveryId}': {
    path: {
      deliveryId: number
    }
    answer: {
      id: number
      receivedAt: string
      size: number
      sha256: string
      takenFor:
        | 'xml'
        | 'zip'
        | 'empty'
        | 'pdf'
        | 'png'
        | 'jpeg'
        | 'gif'
        | 'oldOffice'
        | 'gzip'
        | 'rar'
        | 'sevenZip'
        | 'program'
        | 'x12'
        | 'edifact'
        | 'webPage'
        | 'epcisJson'
        | 'json'
        | 'csv'
        | 'noText'
        | 'plainText'
        | 'other'
      times: number
      status: 'processing' | 'imported' | 'duplicate' | 'exception' | 'refused' | 'stopped' | 'elsewhere' | 'differs' | 'kept'
      message: string
    }
  }
  /**
   * Asks whether a package may be dispensed: by barcode, or by GTIN and serial number. The response lists every reason against it. No package is changed.
   */
  'POST /dispense-checks': {
    body: {
      barcode?: string
      gtin?: string
      serialNumber?: string
      lotNumber?: string
      expirationDate?: string
    }
    answer: {
      checkId: number
      checkedAt: string
      allowed: boolean
      reasons: {
        code:
          | 'recalled'
          | 'held'
          | 'sent_away'
          | 'voided'
          | 'label_differs'
          | 'expired'
          | 'not_received'
          | 'not_a_package'
          | 'unknown'
          | 'in_shipment'
          | 'recalls_not_checked'
        blocks: boolean
        text: string
      }[]
      med: {
        medId: number
        gtin: string | null
        serialNumber: string
        lotNumber: string | null
        expirationDate: string | null
        medName: string | null
        locationId: number
        locationName: string
      } | null
    }
  }
  /**
   * Questions to manufacturers about packages, newest first, each with its answer and its evidence.
   */
  'GET /verifications': {
    query: {
      result?: 'verified' | 'remark' | 'notVerified' | 'unavailable' | 'waiting'
      text?: string
      listId?: number
      medId?: number
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        id: number
        gtin: string
        serialNumber: string
        lotNumber: string | null
        expirationDate: string | null
        medName: string | null
        medId: number | null
        locationId: number
        locationName: string
        purpose: 'return' | 'suspect' | 'exception' | 'status'
        context: string | null
        driver: 'manual' | 'gs1' | 'simulator'
        askedAt: string
        askedBy: string
        listId: number | null
        answer: ('verified' | 'notVerified' | 'unavailable') | null
        answeredAt: string | null
        reason: string | null
        additionalInfo: string | null
        says: string | null
        responderGln: string | null
        responderTime: string | null
        status: number | null
        body: string | null
        askedWhom: string | null
        channel: ('phone' | 'email' | 'portal' | 'letter' | 'other') | null
        note: string | null
        evidence: {
          id: number
          filename: string
          contentType: string
          size: number
        } | null
        isCurrent: boolean
        mayRetry: boolean
      }[]
    }
  }
  /**
   * Asks the manufacturer about a package: one on file by `medId`, or by GTIN, serial number, lot and expiry with the location that has it. The answer is `verified`, `notVerified`, or `unavailable`, which says nothing about the package. No package is changed. The question attests to the manufacturer that you have the package in your possession; a package that left in a shipment is refused.
   */
  'POST /verifications': {
    body: {
      medId?: number
      gtin?: string
      serialNumber?: string
      lotNumber?: string | null
      expirationDate?: string | null
      locationId?: number
      purpose: 'return' | 'suspect' | 'exception' | 'status'
    }
    answer: {
      id: number
      gtin: string
      serialNumber: string
      lotNumber: string | null
      expirationDate: string | null
      medName: string | null
      medId: number | null
      locationId: number
      locationName: string
      purpose: 'return' | 'suspect' | 'exception' | 'status'
      context: string | null
      driver: 'manual' | 'gs1' | 'simulator'
      askedAt: string
      askedBy: string
      listId: number | null
      answer: ('verified' | 'notVerified' | 'unavailable') | null
      answeredAt: string | null
      reason: string | null
      additionalInfo: string | null
      says: string | null
      responderGln: string | null
      responderTime: string | null
      status: number | null
      body: string | null
      askedWhom: string | null
      channel: ('phone' | 'email' | 'portal' | 'letter' | 'other') | null
      note: string | null
      evidence: {
        id: number
        filename: string
        contentType: string
        size: number
      } | null
      isCurrent: boolean
      mayRetry: boolean
    }
  }
  /**
   * One verification question with its answer and evidence.
   */
  'GET /verifications/{verificationId}': {
    path: {
      verificationId: number
    }
    answer: {
      id: number
      gtin: string
      serialNumber: string
      lotNumber: string | null
      expirationDate: string | null
      medName: string | null
      medId: number | null
      locationId: number
      locationName: string
      purpose: 'return' | 'suspect' | 'exception' | 'status'
      context: string | null
      driver: 'manual' | 'gs1' | 'simulator'
      askedAt: string
      askedBy: string
      listId: number | null
      answer: ('verified' | 'notVerified' | 'unavailable') | null
      answeredAt: string | null
      reason: string | null
      additionalInfo: string | null
      says: string | null
      responderGln: string | null
      responderTime: string | null
      status: number | null
      body: string | null
      askedWhom: string | null
      channel: ('phone' | 'email' | 'portal' | 'letter' | 'other') | null
      note: string | null
      evidence: {
        id: number
        filename: string
        contentType: string
        size: number
      } | null
      isCurrent: boolean
      mayRetry: boolean
    }
  }
  /**
   * Endpoints to which events are sent, each with its last attempt.
   */
  'GET /webhooks': {
    answer: {
      items: {
        id: number
        name: string
        url: string
        events: (
          | 'order.imported'
          | 'order.refused'
          | 'order.received'
          | 'ticket.opened'
          | 'ticket.answered'
          | 'ticket.closed'
          | 'hold.placed'
          | 'hold.released'
          | 'recall.hit'
          | 'incident.filed'
          | 'tracing.recorded'
          | 'tracing.answered'
        )[]
        locationId: number | null
        locationName: string | null
        createdAt: string
        createdBy: string
        offAt: string | null
        offReason: ('person' | 'gone' | 'failing') | null
        failingSince: string | null
        previousSecretUntil: string | null
        waiting: number
        last: {
          at: string
          type: string
          state: 'waiting' | 'delivered' | 'failed'
          status: number | null
          error: string | null
        } | null
      }[]
    }
  }
  /**
   * Adds an endpoint to which events are sent. The response contains the secret that signs them, which no other call returns.
   */
  'POST /webhooks': {
    body: {
      name: string
      url: string
      events: (
        | 'order.imported'
        | 'order.refused'
        | 'order.received'
        | 'ticket.opened'
        | 'ticket.answered'
        | 'ticket.closed'
        | 'hold.placed'
        | 'hold.released'
        | 'recall.hit'
        | 'incident.filed'
        | 'tracing.recorded'
        | 'tracing.answered'
      )[]
      locationId: number | null
    }
    answer: {
      id: number
      secret: string
    }
  }
  /**
   * Deletes an endpoint. Nothing more is sent to it, not even events that are waiting.
   */
  'DELETE /webhooks/{webhookId}': {
    path: {
      webhookId: number
    }
    answer: {
      ok: true
    }
  }
  /**
   * Tracing requests with their due times.
   */
  'GET /tracing-requests': {
    query: {
      view?: 'open' | 'in' | 'out' | 'drills' | 'all'
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        id: number
        number: number
        direction: 'in' | 'out'
        isDrill: boolean
        asker: 'fda' | 'state' | 'partner' | 'other'
        organization: string
        name: string | null
        isIdentityChecked: boolean
        basis: 'recall' | 'suspect' | 'illegitimate' | 'inspection' | 'audit' | 'other'
        reference: string | null
        about: string
        items: number
        counts: {
          [k: string]: number
        } | null
        receivedAt: string
        targetAt: string | null
        legalDueAt: string | null
        daysOff: {
          day: string
          name: string
        }[]
        statedDueAt: string | null
        acknowledgedAt: string | null
        answeredAt: string | null
        coveredAt: string | null
        endedAt: string | null
        standing: 'new' | 'open' | 'partly' | 'answered' | 'closed'
        isUndelivered: boolean
        searchedItems: number
        locationId: number | null
        locationName: string | null
      }[]
    }
  }
  /**
   * Records a tracing request. If the same request is already on file, the response is 200 with its id in `same`, and nothing is recorded.
   */
  'POST /tracing-requests': {
    body: {
      asker: 'fda' | 'state' | 'partner' | 'other'
      organization: string
      name?: string | null
      role?: string | null
      emailAddress?: string | null
      phone?: string | null
      basis: 'recall' | 'suspect' | 'illegitimate' | 'inspection' | 'audit' | 'other'
      wish?: 'information' | 'lastOwner' | 'allOwners'
      reference?: string | null
      incidentNumber?: string | null
      statedDue?: (string | '') | null
      note?: string | null
      channel: 'email' | 'phone' | 'letter' | 'visit' | 'portal' | 'program'
      receivedAt: string
      locationId?: number | null
      identityHow?: string | null
      items: {
        gtin?: string | null
        ndc?: string | null
        serialNumber?: string | null
        lotNumber?: string | null
        expirationDate?: (string | '') | null
        from?: (string | '') | null
        to?: (string | '') | null
      }[]
      origin?: {
        kind: 'med' | 'recall' | 'incident' | 'exception'
        id: number
      } | null
      again?: boolean
    }
    answer: {
      id: number | null
      number: number | null
      same: {
        id: number
        number: number
        receivedAt: string
      } | null
    }
  }
  /**
   * One tracing request with its answers, its history and the number of its items. A separate call returns the items.
   */
  'GET /tracing-requests/{requestId}': {
    path: {
      requestId: number
    }
    answer: {
      id: number
      number: number
      direction: 'in' | 'out'
      isDrill: boolean
      asker: 'fda' | 'state' | 'partner' | 'other'
      organization: string
      name: string | null
      isIdentityChecked: boolean
      basis: 'recall' | 'suspect' | 'illegitimate' | 'inspection' | 'audit' | 'other'
      reference: string | null
      about: string
      items: number
      counts: {
        [k: string]: number
      } | null
      receivedAt: string
      targetAt: string | null
      legalDueAt: string | null
      daysOff: {
        day: string
        name: string
      }[]
      statedDueAt: string | null
      acknowledgedAt: string | null
      answeredAt: string | null
      coveredAt: string | null
      endedAt: string | null
      standing: 'new' | 'open' | 'partly' | 'answered' | 'closed'
      isUndelivered: boolean
      searchedItems: number
      locationId: number | null
      locationName: string | null
      role: string | null
      emailAddress: string | null
      phone: string | null
      channel: 'email' | 'phone' | 'letter' | 'visit' | 'portal' | 'program'
      wish: 'information' | 'lastOwner' | 'allOwners'
      incidentNumber: string | null
      note: string | null
      timeZone: string
      statedDue: string | null
      identityHow: string | null
      identityCheckedBy: string | null
      identityCheckedAt: string | null
      mailHeaders: string | null
      origin: {
        kind: 'med' | 'recall' | 'incident' | 'exception'
        id: number
      } | null
      duplicateOf: {
        id: number
        number: number
      } | null
      createdBy: string | null
      endNote: string | null
      keptUntil: string | null
      mayWrite: boolean
      answers: {
        id: number
        number: number
        state: 'queued' | 'building' | 'ready' | 'failed' | 'discarded'
        phase: string
        done: number
        total: number
        failure: string | null
        items: number
        isHidden: boolean
        note: string | null
        counts: {
          [k: string]: number
        }
        gaps: string[]
        files: {
          name: string
          bytes: number
          sha256: string
        }[]
        bytes: number | null
        sha256: string | null
        madeAt: string
        madeBy: string
        keptUntil: string | null
        isRemoved: boolean
        sentAt: string | null
        sendings: {
          id: number
          channel: 'mail' | 'link' | 'download' | 'acknowledgment'
          at: string
          by: string
          to: string | null
          sha256: string | null
          mailStatus: string | null
          mailSentAt: string | null
          mailError: string | null
          expiresAt: string | null
          uses: number | null
          lastUsedAt: string | null
        }[]
      }[]
      sendings: {
        id: number
        channel: 'mail' | 'link' | 'download' | 'acknowledgment'
        at: string
        by: string
        to: string | null
        sha256: string | null
        mailStatus: string | null
        mailSentAt: string | null
        mailError: string | null
        expiresAt: string | null
        uses: number | null
        lastUsedAt: string | null
      }[]
      entries: {
        id: number
        at: string
        by: string | null
        words: string
        text: string | null
        files: {
          id: number
          filename: string
          size: number
        }[]
      }[]
    }
  }
  /**
   * The items of a tracing request in order, up to 200 on a page, each with what is on file about it now: its result, the missing data in words, and up to 20 of its packages. `amount` counts all of them; if `hasMore` is true, even more match.
   */
  'GET /tracing-requests/{requestId}/items': {
    path: {
      requestId: number
    }
    query: {
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        number: number
        asked: {
          gtin: string | null
          ndc: string | null
          serialNumber: string | null
          lotNumber: string | null
          expirationDate: string | null
          from: string | null
          to: string | null
        }
        result: 'found' | 'partly' | 'notFound' | 'outside' | 'elsewhere'
        said: string[]
        remarks: string[]
        records: {
          medId: number
          gtin: string | null
          ndc: string | null
          serialNumber: string
          lotNumber: string | null
          expirationDate: string | null
          productName: string | null
          strength: string | null
          dosageForm: string | null
          containerSize: string | null
          locationName: string
          isTypedIn: boolean
          isVoided: boolean
          isHeld: boolean
          documentId: number | null
          purchaseOrders: string[]
          hasStatement: boolean
          shippedAt: string | null
          receivedAt: string | null
          receivedHow: string | null
          seller: {
            name: string
            gln: string | null
            place: string | null
            contactName: string | null
            emailAddress: string | null
            phone: string | null
          } | null
        }[]
        amount: number
        hasMore: boolean
      }[]
    }
  }
  /**
   * The scorecards of all suppliers for a period, on one page. Each figure has its value, the amount counted, the total that it is counted from, and the number of orders behind it; the value is null if there are too few orders for a share.
   */
  'GET /scorecards': {
    query: {
      name?: string
      months?: number
      customerLocationId?: number | ''
      gtin?: string | ''
      sort?:
        | 'name'
        | 'orders'
        | 'units'
        | 'firstTimeRight'
        | 'statement'
        | 'minutes'
        | 'missing'
        | 'unexpected'
        | 'labelDifferences'
        | 'hoursToFix'
        | 'resent'
        | 'wrongGln'
        | 'guideline'
        | 'recalls'
        | 'returnsCredited'
      order?: 'asc' | 'desc'
    }
    answer: {
      items: {
        partnerId: number
        partnerName: string
        isActive: boolean
        figures: {
          [k: string]: {
            value: number | null
            amount: number
            of: number
            basis: number
          }
        }
      }[]
    }
  }
  /**
   * The scorecard of one supplier by month, with the median of all suppliers.
   */
  'GET /scorecards/{partnerId}': {
    path: {
      partnerId: number
    }
    query: {
      months?: number
      customerLocationId?: number | ''
      gtin?: string | ''
    }
    answer: {
      partner: {
        id: number
        name: string
        isActive: boolean
      }
      months: {
        month: string
        figures: {
          [k: string]: {
            value: number | null
            amount: number
            of: number
            basis: number
          }
        }
      }[]
      total: {
        [k: string]: {
          value: number | null
          amount: number
          of: number
          basis: number
        }
      }
      medians: {
        [k: string]: {
          value: number | null
          partners: number
        }
      }
      products: {
        gtin: string
        name: string | null
        orders: number
      }[]
      computedAt: string | null
      wantsMail: boolean
    }
  }
  /**
   * Shipments that left or are being prepared, newest first.
   */
  'GET /shipments': {
    query: {
      view?: 'all' | 'draft' | 'approval' | 'sent' | 'voided' | 'loans' | 'returns'
      tradingPartnerId?: number
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        id: number
        purpose: 'sale' | 'need' | 'loan' | 'loanReturn' | 'return' | 'nonsaleable' | 'donation' | 'own' | 'emergency' | 'destruction'
        state: 'draft' | 'sent' | 'voided' | 'discarded'
        toName: string
        locationName: string
        units: number
        meds: number
        createdAt: string
        createdBy: string
        sentAt: string | null
        papers: 'none' | 'queued' | 'ready' | 'failed'
        isAsked: boolean
        isUndelivered: boolean
        isUnopened: boolean
        rma: string | null
        dueBack: string | null
        isOverdue: boolean
        back: number
        settledAt: string | null
      }[]
    }
  }
  /**
   * Starts a shipment: its purpose, who receives it, and where it goes. Nothing leaves your stock yet.
   */
  'POST /shipments': {
    body: {
      purpose: 'sale' | 'need' | 'loan' | 'loanReturn' | 'return' | 'nonsaleable' | 'donation' | 'own' | 'emergency' | 'destruction'
      locationId: number
      from: {
        gln: string
        sgln: string
      }
      goodsOwner?: string | null
      tradingPartnerId?: number | null
      toLocationId?: number | null
      owner: {
        gln: string
        sgln: string
      }
      shipTo: {
        gln: string
        sgln: string
      }
      addressId?: number | null
      purchaseOrder?: string | null
      rma?: string | null
      contact?: string | null
      reason?: string | null
      dueBack?: (string | '') | null
      valueCents?: number | null
    }
    answer: {
      id: number
    }
  }
  /**
   * One shipment with its parties, its documents and their delivery.
   */
  'GET /shipments/{shipmentId}': {
    path: {
      shipmentId: number
    }
    answer: {
      id: number
      purpose: 'sale' | 'need' | 'loan' | 'loanReturn' | 'return' | 'nonsaleable' | 'donation' | 'own' | 'emergency' | 'destruction'
      state: 'draft' | 'sent' | 'voided' | 'discarded'
      toName: string
      locationName: string
      units: number
      meds: number
      createdAt: string
      createdBy: string
      sentAt: string | null
      papers: 'none' | 'queued' | 'ready' | 'failed'
      isAsked: boolean
      isUndelivered: boolean
      isUnopened: boolean
      rma: string | null
      dueBack: string | null
      isOverdue: boolean
      back: number
      settledAt: string | null
      locationId: number
      sender: {
        owner: {
          name: string
          gln: string
          sgln: string
          street: string
          city: string
          state: string
          postalCode: string
        }
        location: {
          name: string
          gln: string
          sgln: string
          street: string
          city: string
          state: string
          postalCode: string
        }
      }
      receiver: {
        owner: {
          name: string
          gln: string
          sgln: string
          street: string
          city: string
          state: string
          postalCode: string
        }
        location: {
          name: string
          gln: string
          sgln: string
          street: string
          city: string
          state: string
          postalCode: string
        }
      }
      tradingPartnerId: number | null
      guideline: 'r12' | 'r13'
      withTi: boolean
      purchaseOrder: string | null
      contact: string | null
      reason: string | null
      licenseWords: string | null
      sentBy: string | null
      voidedAt: string | null
      voidedBy: string | null
      voidReason: string | null
      settledBy: string | null
      settleNote: string | null
      voidUntil: string | null
      gaps: string[]
      documents: {
        id: number
        kind: 'letter' | 'epcis' | 'csv' | 'void' | 'voidLetter'
        filename: string
        bytes: number
        sha256: string
        madeAt: string
      }[]
      sendings: {
        id: number
        to: string
        at: string
        by: string
        isReminder: boolean
        status: 'waiting' | 'sent' | 'failed' | 'stopped'
        error: string | null
        linkId: number
        opened: number
        lastOpenedAt: string | null
        linkEndedBy: string | null
        linkWorks: boolean
      }[]
      letterLink: {
        linkId: number
        expiresAt: string
        opened: number
        lastOpenedAt: string | null
        linkEndedBy: string | null
        linkWorks: boolean
      } | null
      deliveries: {
        id: number
        to: string
        document: 'letter' | 'epcis' | 'csv' | 'void' | 'voidLetter'
        at: string
        by: string
        state: 'waiting' | 'delivered' | 'failed'
        attempts: number
        dueAt: string | null
        lastAt: string | null
        status: number | null
        answer: string | null
        error: string | null
      }[]
      endpoint: {
        id: number
        kind: 'https' | 'sftp'
        words: string
        hostKey: string | null
        isReady: boolean
      } | null
      deliverFirst: boolean
      standing: {
        standing: 'authorized' | 'expiring' | 'unknown' | 'refused'
        words: string
      } | null
      approval: {
        isNeeded: boolean
        asked: {
          at: string
          by: string
          mailTo: string
          delivers: boolean
          vouchesForLicense: boolean
          labelsChecked: boolean
        } | null
        refused: {
          by: string
          reason: string
        } | null
        mayApprove: boolean
      }
      approvedBy: string | null
      valueCents: number | null
      labelsCheckedBy: string | null
      mayWrite: boolean
      maySend: boolean
      mayVoid: boolean
      mayTakeBack: boolean
      takenBack: {
        at: string
        by: string
        reason: string
        meds: number
      }[]
      maySettle: boolean
      mailTo: string
    }
  }
  /**
   * One document of a shipment, as it was sent: the letter, the EPCIS document, or the list of packages.
   */
  'GET /shipments/{shipmentId}/documents/{documentId}': {
    path: {
      shipmentId: number
      documentId: number
    }
    answer: Blob
  }
  /**
   * What was scanned into a shipment, the newest scan first.
   */
  'GET /shipments/{shipmentId}/units': {
    path: {
      shipmentId: number
    }
    query: {
      limit?: number
      cursor?: string
    }
    answer: {
      items: {
        n: number
        medId: number | null
        sscc: string | null
        gtin: string | null
        serialNumber: string | null
        productName: string | null
        lotNumber: string | null
        expirationDate: string | null
        isPackage: boolean
        meds: number
        accepted: (
          | 'unreadable'
          | 'unknown'
          | 'left'
          | 'otherShipment'
          | 'thisShipment'
          | 'elsewhere'
          | 'recalled'
          | 'held'
          | 'dataPending'
          | 'gone'
          | 'voided'
          | 'notReceived'
          | 'differs'
          | 'expired'
          | 'notBought'
          | 'contents'
          | 'policy'
          | 'otherGln'
          | 'short'
          | 'asked'
          | 'typedIn'
        )[]
        scannedAt: string
        scannedBy: string
        verification: {
          answer: 'verified' | 'notVerified' | 'unavailable'
          additionalInfo: string | null
          driver: 'manual' | 'gs1' | 'simulator'
          answeredAt: string
        } | null
      }[]
    }
  }
  /**
   * Scans a package, or a case with all that it holds. If it may not leave, `unit` is null and `stops` has every reason; a program may repeat the call and accept the warnings in `accept`.
   */
  'POST /shipments/{shipmentId}/units': {
    path: {
      shipmentId: number
    }
    body: {
      code: string
      accept?: (
        | 'unreadable'
        | 'unknown'
        | 'left'
        | 'otherShipment'
        | 'thisShipment'
        | 'elsewhere'
        | 'recalled'
        | 'held'
        | 'dataPending'
        | 'gone'
        | 'voided'
        | 'notReceived'
        | 'differs'
        | 'expired'
        | 'notBought'
        | 'contents'
        | 'policy'
        | 'otherGln'
        | 'short'
        | 'asked'
        | 'typedIn'
      )[]
    }
    answer: {
      unit: {
        n: number
        medId: number | null
        sscc: string | null
        gtin: string | null
        serialNumber: string | null
        productName: string | null
        lotNumber: string | null
        expirationDate: string | null
        isPackage: boolean
        meds: number
        accepted: (
          | 'unreadable'
          | 'unknown'
          | 'left'
          | 'otherShipment'
          | 'thisShipment'
          | 'elsewhere'
          | 'recalled'
          | 'held'
          | 'dataPending'
          | 'gone'
          | 'voided'
          | 'notReceived'
          | 'differs'
          | 'expired'
          | 'notBought'
          | 'contents'
          | 'policy'
          | 'otherGln'
          | 'short'
          | 'asked'
          | 'typedIn'
        )[]
        scannedAt: string
        scannedBy: string
        verification: {
          answer: 'verified' | 'notVerified' | 'unavailable'
          additionalInfo: string | null
          driver: 'manual' | 'gs1' | 'simulator'
          answeredAt: string
        } | null
      } | null
      stops: {
        code:
          | 'unreadable'
          | 'unknown'
          | 'left'
          | 'otherShipment'
          | 'thisShipment'
          | 'elsewhere'
          | 'recalled'
          | 'held'
          | 'dataPending'
          | 'gone'
          | 'voided'
          | 'notReceived'
          | 'differs'
          | 'expired'
          | 'notBought'
          | 'contents'
          | 'policy'
          | 'otherGln'
          | 'short'
          | 'asked'
          | 'typedIn'
        text: string
      }[]
      mayAccept: boolean
      about: {
        label: string
        productName: string | null
        lotNumber: string | null
        expirationDate: string | null
      }
      units: number
      meds: number
    }
  }
  /**
   * Accepts warnings that arose after the scan. The refusal of `POST …/sendings` names them in `stopped`, each with `medId` and `stop.code`.
   */
  'POST /shipments/{shipmentId}/acceptances': {
    path: {
      shipmentId: number
    }
    body: {
      accept: {
        medId: number
        code:
          | 'unreadable'
          | 'unknown'
          | 'left'
          | 'otherShipment'
          | 'thisShipment'
          | 'elsewhere'
          | 'recalled'
          | 'held'
          | 'dataPending'
          | 'gone'
          | 'voided'
          | 'notReceived'
          | 'differs'
          | 'expired'
          | 'notBought'
          | 'contents'
          | 'policy'
          | 'otherGln'
          | 'short'
          | 'asked'
          | 'typedIn'
      }[]
    }
    answer: {
      ok: true
    }
  }
  /**
   * Sends a shipment: its packages leave stock, and its documents are created within seconds. By default, the caller must administer the location. A kind of shipment that needs a second person’s approval is refused; a person requests it in the app.
   */
  'POST /shipments/{shipmentId}/sendings': {
    path: {
      shipmentId: number
    }
    body: {
      mailTo?: string
      deliver?: boolean
      acceptUnknownLicense?: boolean
      labelsChecked?: boolean
    }
    answer: {
      ok: true
    }
  }
  /**
   * Sends the EPCIS document of a shipment, or the one that voids it, to the partner’s HTTPS or SFTP endpoint, for the first time or again. `deliveries` of the shipment has the result.
   */
  'POST /shipments/{shipmentId}/deliveries': {
    path: {
      shipmentId: number
    }
    body: Record<string, never>
    answer: {
      ok: true
    }
  }
  /**
   * Voids a shipment that was sent less than a day ago: its packages are in stock again, and a document that says so is created.
   */
  'POST /shipments/{shipmentId}/voids': {
    path: {
      shipmentId: number
    }
    body: {
      reason: string
    }
    answer: {
      ok: true
    }
  }
  /**
   * Records packages that came back without a file, so that they are in stock again. With `all`, this records all packages that are still with the receiver; otherwise only the packages or cases listed in `codes`, one code on each line. If a code names no such package, the call is refused and nothing is recorded. Packages that come back with a file are received from that file instead.
   */
  'POST /shipments/{shipmentId}/takebacks': {
    path: {
      shipmentId: number
    }
    body: {
      all?: boolean
      codes?: string
      reason: string
    }
    answer: {
      ok: true
    }
  }
}
