import { ANSWER_BUSINESS_DAYS, KEEP_YEARS, NOTIFY_HOURS, type SopKey } from '@seriatim/schema'

/**
 * The texts that come with the app, for a pharmacy to edit and adopt. Numbers from the law come from one table (decision 70). The texts describe what
 * the app does; they certify nothing.
 */
export const SOP_TEXTS: Readonly<Record<SopKey, string>> = {
  incoming: `# Purpose
This procedure makes sure that we accept only product that comes from an authorized seller, with its transaction information and transaction statement, and that the contents of the box match the data.

# Who
Everybody who receives product. The pharmacist in charge answers questions and decides what to do when something does not match.

# Before the first order from a seller
- Enter the seller as a trading partner with its GLN.
- Record its license for our state, with the evidence and the date of the check.
- Do not buy from a seller that is not authorized.

# When a delivery arrives
- Look at the outside of each carton. Set aside any carton that is open, wet, damaged or relabeled.
- Open the order in My Orders. If there is no order, do not put the product on the shelf. Ask the seller for the data and keep the product separate until the data arrives.
- Check that the order has transaction information and a transaction statement. If one is missing, open a ticket and ask the seller.
- Scan each package, or its sealed case. Do not use Receive All unless the pharmacist in charge has approved it for this order.
- If the screen says that the lot number or expiration date differs, compare the box with the screen. Do not receive a package whose label differs from the data until the seller has explained it in writing.

# When something does not match
- Shortage, overage, damage or a wrong product: open a ticket at the counter and notify the seller the same day.
- A package that may be counterfeit, diverted, stolen or tampered with: follow "Suspect product".
- Do not receive a package that is on hold or named by a recall.

# Records
Seriatim records who received what, when and how. Do not share sign-ins.`,
  suspect: `# Purpose
This procedure states what to do with product that may be counterfeit, diverted, stolen, adulterated or otherwise unfit, or that was the subject of a fraudulent transaction.

# Who
Anyone who notices something suspicious sets the product aside. The pharmacist in charge leads the investigation. The backup acts when the pharmacist in charge is away.

# Signs
- The seller is new, is not on our list of trading partners or offers an unusual price.
- The seal is broken, the label is wrong, blurred or glued over another label, or the package insert is missing or in a foreign language.
- The serial number, lot or expiration date on the box differs from the data, or the barcode cannot be read.
- The serial number is already on file as received, returned or destroyed.
- The FDA, the manufacturer or a trading partner has warned about the product.

# Set it aside
- Put the package on hold in Seriatim and move it to the quarantine shelf. Print the label and attach it.
- Put everything that arrived with it on hold until somebody has looked at it.
- Do not dispense, return or destroy it.

# Investigate
- Open an investigation. Record each finding with its date, and attach pictures and letters.
- Compare the package with its transaction information and statement. Check the license of the seller on the day of the transaction.
- Verify a sample of the packages of the lot as section 582(d)(4)(A) of the FD&C Act requires, and ask the manufacturer to verify the product identifier where the law requires us to.
- End the investigation as cleared or as illegitimate, with the reason.

# If it is illegitimate
- Report it to the FDA with Form FDA 3911 within ${NOTIFY_HOURS} hours, and notify the trading partners from whom we bought it and to whom we sold it.
- Work with the manufacturer on its disposal. Keep a sample if the manufacturer or the FDA asks for it.
- Ask the FDA to terminate the notification when it is no longer needed, and notify the trading partners.

# If it is cleared
- Release the hold with the reason. Notify the FDA if it was part of the investigation.

# Records
Records of an investigation and of a disposal are kept for ${KEEP_YEARS} years after they end.`,
  returns: `# Purpose
This procedure covers product that goes back to a seller, to the manufacturer or to a company that processes returns, and product that comes back to us.

# What may be returned
- Product that we bought, whose serial number is on file, that is not on hold, and that no recall tells us to keep.
- Return recalled product as its notice says.
- Do not return suspect or illegitimate product. Follow "Suspect product".
- Never restock product that a patient has brought back.

# Before it leaves
- Find each package in Seriatim by its barcode. If its serial number is unknown, stop and ask the pharmacist in charge.
- Return product to the seller from whom we bought it where that is possible, so that the seller can match the return with the sale.
- Check that the company that takes it is an authorized trading partner.
- Put the packages on hold with the reason "return", and keep them apart from stock.

# When it leaves
- Record the disposal as returned, with the date, the company and its return authorization number.
- Keep the packing list and the proof of delivery with the record.

# When the seller refuses the product
- Scan each package that comes back. Compare the box with the record.
- A package that came back in a different condition than it left in, or that is not ours, is suspect.

# Records
Keep the papers of a return for ${KEEP_YEARS} years.`,
  tracing: `# Purpose
This procedure states how we answer when the FDA, a state official or a trading partner asks about a package, a lot or a transaction.

# Who
The pharmacist in charge answers. The backup answers when the pharmacist in charge is away. Both know where the data is and can sign in from outside the pharmacy.

# When a request comes
- Write down who is asking and for whom, how to reach them, when the request arrived, what they ask about, why, and when they need the answer.
- Make sure that the person is who they say they are: call back at a number from the agency's or the company's own website. Do not use a number from the request.
- Confirm in writing that the request has arrived.

# Find the answer
- Look up the serial number with Answer An Inspection, or the lot with My Pedigrees.
- Take the transaction information and the transaction statement that we received from the previous owner.
- Name the previous owner and how to reach it. We know our own step only.
- If something is not on file, say what is missing, whom we asked for it and when.

# Answer
- Officials get the answer within ${ANSWER_BUSINESS_DAYS} business days. Our own target is 24 hours.
- Send what is on file in time, say what is missing, and send the rest when you have it.
- Send only what was asked for. Do not send data about patients.

# Practice
- Once a year, practice with three packages from the shelf and measure how long the answer takes.
- Check that the backup can do this alone.

# Records
Keep the request, the answer and the proof that it was sent for ${KEEP_YEARS} years.`,
  retention: `# Purpose
This procedure states which records of the drug supply chain we keep, where, and for how long.

# What we keep, and how long
- Transaction information and transaction statements: ${KEEP_YEARS} years from the transaction.
- Transaction histories that we received in earlier years: as long as the transaction information.
- Records of investigations of suspect product: ${KEEP_YEARS} years after the investigation ends.
- Records of illegitimate product and its disposal: ${KEEP_YEARS} years after the disposal ends.
- Licenses of trading partners, with the evidence of each check: as long as the records of what we bought from them.
- Written procedures with their signatures: as long as they are in force, and ${KEEP_YEARS} more years.
State law or a contract may ask for more. The longer time applies.

# Where
- Everything is in Seriatim. Scan any paper that a seller sends, and attach it to its order the same day.
- A seller’s portal is not our archive, unless a written agreement says that the seller keeps the records for us. Check such agreements before they end.

# Who
- The pharmacist in charge checks once a quarter that every order of the last three months has a transaction statement, and asks for any that is missing.
- Nobody deletes records before their time. The administrator of the system removes older records only after the pharmacist in charge has agreed in writing.
- While an investigation, a recall or a request is open, no record related to it is removed.

# When we change systems or close a location
- Create a pack of all records first, check that it opens without the old system, and keep it in two places.`,
}
