-- title: How the numbers of a column are spread
-- about: The numbers of a column, counted by ranges in a histogram. Other values in it are left out.
-- param: c column required picker=number-columns label="Column"
-- show: chart
-- chart: histogram x=value
SELECT :c AS value FROM :c_table WHERE typeof(:c) IN ('integer', 'real');
