-- Renewals that were paid after their product had ended, and whose money the provider refused to give back, were looked at no
-- more: it is asked for again from now on.
update orders set check_at = now() where state = 'Paid' and renews is not null and check_at is null;
