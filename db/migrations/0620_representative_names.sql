-- Who reports name as the representative of a dealer: the user who works for it, or else the text from the ERP.
CREATE VIEW dealer_representative_names AS
SELECT d.id AS dealer_id, coalesce(u.name, d.representative) AS name
  FROM dealers d
  LEFT JOIN dealer_representatives r ON r.dealer_id = d.id
  LEFT JOIN users u ON u.id = r.user_id;
