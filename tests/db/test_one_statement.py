import pytest

from inspector.db.one_statement import refuse_more
from inspector.errors import SqlError


@pytest.mark.parametrize("rest", ["", ";", " ;; \n", "; -- and\n/* no more */", ";/* open"])
def test_what_follows_is_nothing(rest):
    refuse_more(f"SELECT 1{rest}", "SELECT 1", "a.db")


@pytest.mark.parametrize("rest", ["; SELECT 2", ";; x", "; /* a */ b"])
def test_what_follows_is_refused_at_its_place(rest):
    with pytest.raises(SqlError, match="more than one") as caught:
        refuse_more(f"SELECT 1{rest}", "SELECT 1", "a.db")
    assert caught.value.offset == len("SELECT 1")
