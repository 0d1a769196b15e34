-- What a report was in is one of the states that it can be in (0016).
ALTER TABLE fault_report_events ADD CONSTRAINT fault_report_events_state_check
  CHECK (state IN ('new', 'in_review', 'repaired', 'replaced', 'rejected', 'closed'));
