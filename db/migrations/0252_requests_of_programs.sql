-- Programs of dealers send orders for approval: the number that a program gives an order is used once while it waits.
CREATE UNIQUE INDEX purchase_requests_dealer_order_no
  ON purchase_requests (dealer_id, (terms ->> 'dealerOrderNo'))
  WHERE state = 'waiting' AND terms ->> 'dealerOrderNo' IS NOT NULL;
