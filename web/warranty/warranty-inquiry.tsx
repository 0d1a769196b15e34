import '#web/app/page-words.ts'
import { InquiryForm } from './inquiry-form.tsx'
import { useInquiry } from './use-inquiry.ts'
import { WarrantyResult } from './warranty-result.tsx'

/** The inquiry modal, replaced by the result modal once a sale was found (specification, section 4). */
export function WarrantyInquiry({ onClose }: { onClose(): void }) {
  const inquiry = useInquiry()
  return inquiry.found === null ? (
    <InquiryForm inquiry={inquiry} onClose={onClose} />
  ) : (
    <WarrantyResult found={inquiry.found} onAgain={inquiry.reset} onClose={onClose} />
  )
}
