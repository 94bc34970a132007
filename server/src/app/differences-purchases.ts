/** The checks of purchase invoices: see `differences.ts`. */
export const PURCHASE_CHECKS: Record<string, string> = {
  'purchase invoice: net amount and its lines': `
    select format('purchase invoice %s of %s', v.number, v.supplier_name) as row, v.net_amount as stored, l.net + v.charges_amount as worked_out
    from purchase_invoices v join lateral (
      select coalesce(sum(net_amount), 0) as net from purchase_invoice_lines where purchase_invoice_id = v.id
    ) l on true
    where v.net_amount <> l.net + v.charges_amount`,
  'purchase invoice: its sums by VAT rate': `
    select format('purchase invoice %s of %s', v.number, v.supplier_name) as row,
      format('%s + %s + %s = %s', v.net_amount, v.vat_amount, v.rounding_amount, v.total_amount) as stored, format('%s + %s', s.net, s.vat) as worked_out
    from purchase_invoices v join lateral (
      select coalesce(sum(net_amount), 0) as net, coalesce(sum(vat_amount), 0) as vat from purchase_invoice_vat where purchase_invoice_id = v.id
    ) s on true
    where (v.net_amount, v.vat_amount) is distinct from (s.net, s.vat) or v.total_amount <> s.net + s.vat + v.rounding_amount`,
  'purchase invoice: its instalments': `
    select format('purchase invoice %s of %s', v.number, v.supplier_name) as row, i.amount as stored,
      case v.kind when 'invoice' then v.to_pay_amount else 0 end as worked_out
    from purchase_invoices v join lateral (
      select coalesce(sum(amount), 0) as amount from purchase_invoice_instalments where purchase_invoice_id = v.id
    ) i on true
    where v.status = 'accepted' and i.amount <> case v.kind when 'invoice' then v.to_pay_amount else 0 end`,
  'purchase invoice: quantity billed of a receipt': `
    select format('line %s of receipt %s', r.id, r.receipt_id) as row, b.billed as stored,
      case when g.cancelled_at is null then r.quantity::numeric else 0 end as worked_out
    from goods_receipt_items r join goods_receipts g on g.id = r.receipt_id join (
      select receipt_item_id, sum(matched_quantity) as billed from purchase_invoice_lines where receipt_item_id is not null group by 1
    ) b on b.receipt_item_id = r.id
    where b.billed > case when g.cancelled_at is null then r.quantity::numeric else 0 end`,
  'purchase invoice: supplier and product of a billed receipt': `
    select format('line %s of purchase invoice %s', l.position, v.number) as row, format('supplier %s, product %s', v.supplier_id, l.product_id) as stored,
      format('supplier %s, product %s', o.supplier_id, i.product_id) as worked_out
    from purchase_invoice_lines l
    join purchase_invoices v on v.id = l.purchase_invoice_id
    join goods_receipt_items r on r.id = l.receipt_item_id
    join purchase_order_items i on i.id = r.order_item_id
    join purchase_orders o on o.id = i.order_id
    where (v.supplier_id, l.product_id) is distinct from (o.supplier_id, i.product_id) or v.deleted_at is not null`,
};
